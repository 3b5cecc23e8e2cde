package dev.fairlead.android

import android.app.Application
import dev.fairlead.Platform
import kotlinx.coroutines.Dispatchers

/**
 * What an Android app brings along. Call it in `Application.onCreate`: the activities that come from then on are watched, and
 * the links that open them wait for `App.start`.
 *
 * @param persistentDeviceId of yours, such as `Settings.Secure.ANDROID_ID`; tells reinstallations where people agreed to it.
 * @param metaAppId of the app at Meta, for ads on Facebook and Instagram: their apps are asked which ad led to the installation.
 */
public fun androidPlatform(
    application: Application,
    persistentDeviceId: String? = null,
    metaAppId: String? = null,
): Platform {
    val activities = ActivityWatcher().also(application::registerActivityLifecycleCallbacks)
    return Platform(
        storage = PreferencesStorage(application),
        onUrl = activities.urls,
        onActive = activities.active,
        device = { readDevice(application).copy(persistentDeviceId = persistentDeviceId) },
        installReferrer = { readInstallReferrer(application) },
        metaReferrer = { metaAppId?.let { readMetaReferrer(application, it) } },
        deliverOn = Dispatchers.Main,
    )
}
