package dev.fairlead.android

import android.content.Context
import dev.fairlead.AppStorage
import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/** Preferences of their own. Keep `fairlead.xml` out of backups: a restored phone would be taken for the old one. */
internal class PreferencesStorage(private val context: Context) : AppStorage {
    private val preferences by lazy { context.getSharedPreferences("fairlead", Context.MODE_PRIVATE) }

    override suspend fun getItem(key: String): String? = onDisk { preferences.getString(key, null) }

    override suspend fun setItem(key: String, value: String): Unit =
        onDisk { check(preferences.edit().putString(key, value).commit()) }

    override suspend fun removeItem(key: String): Unit = onDisk { check(preferences.edit().remove(key).commit()) }

    private suspend fun <T> onDisk(act: () -> T): T = withContext(Dispatchers.IO) { act() }

    private fun check(written: Boolean) {
        if (!written) throw IOException("The preferences cannot be written")
    }
}
