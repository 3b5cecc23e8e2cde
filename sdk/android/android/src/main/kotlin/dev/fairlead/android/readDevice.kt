package dev.fairlead.android

import android.content.Context
import android.hardware.display.DisplayManager
import android.os.Build
import android.util.DisplayMetrics
import android.view.Display
import dev.fairlead.DeviceFacts
import java.util.Locale
import java.util.TimeZone
import kotlin.math.roundToInt

internal fun readDevice(context: Context): DeviceFacts {
    val app = context.packageManager.getPackageInfo(context.packageName, 0)
    return DeviceFacts(
        os = "android",
        osVersion = Build.VERSION.RELEASE,
        model = Build.MODEL,
        manufacturer = Build.MANUFACTURER,
        screenResolution = readScreen(context),
        timezone = TimeZone.getDefault().id,
        language = Locale.getDefault().toLanguageTag(),
        appVersion = app.versionName,
        // Its successor needs Android 9; the number is the same where it fits an integer.
        appBuild = @Suppress("DEPRECATION") app.versionCode.toString(),
    )
}

/** The whole display in CSS pixels, as the phone's browser says it. */
private fun readScreen(context: Context): String? {
    val display = context.getSystemService(DisplayManager::class.java)?.getDisplay(Display.DEFAULT_DISPLAY) ?: return null
    // The newer ways ask for a window, which an application has none of.
    val metrics = DisplayMetrics().also { @Suppress("DEPRECATION") display.getRealMetrics(it) }
    return "${(metrics.widthPixels / metrics.density).roundToInt()}x${(metrics.heightPixels / metrics.density).roundToInt()}"
}
