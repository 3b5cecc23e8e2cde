package dev.fairlead.android

import android.content.Context
import android.database.Cursor
import android.net.Uri
import dev.fairlead.MetaReferrer
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/** The providers of Facebook, Instagram and Facebook Lite; `AndroidManifest.xml` names them, too. */
private val AUTHORITIES = listOf(
    "com.facebook.katana.provider.InstallReferrerProvider",
    "com.instagram.contentprovider.InstallReferrerProvider",
    "com.facebook.lite.provider.InstallReferrerProvider",
)

private val COLUMNS = arrayOf("install_referrer", "is_ct", "actual_timestamp")

/** The newest ad that an app of Meta names; null where none is installed or none names one. */
internal suspend fun readMetaReferrer(context: Context, appId: String): MetaReferrer? = withContext(Dispatchers.IO) {
    AUTHORITIES.mapNotNull { ask(context, it, appId) }.maxByOrNull { it.actualTimestampSeconds }
}

private fun ask(context: Context, authority: String, appId: String): MetaReferrer? {
    val cursor = try {
        context.contentResolver.query(Uri.parse("content://$authority/$appId"), COLUMNS, null, null, null)
    } catch (_: SecurityException) {
        // It answers nobody, or not this app; the next one may.
        null
    }
    return cursor?.use { if (it.moveToFirst()) read(it) else null }
}

private fun read(cursor: Cursor): MetaReferrer? {
    val (referrer, clicked, at) = COLUMNS.map(cursor::getColumnIndex)
    val text = if (referrer < 0) null else cursor.getString(referrer)
    if (text.isNullOrEmpty()) return null
    return MetaReferrer(
        referrer = text,
        actualTimestampSeconds = if (at < 0) 0 else cursor.getLong(at),
        isClickThrough = clicked < 0 || cursor.getInt(clicked) == 1,
    )
}
