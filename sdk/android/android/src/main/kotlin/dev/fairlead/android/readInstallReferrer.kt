package dev.fairlead.android

import android.content.Context
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerClient.InstallReferrerResponse
import com.android.installreferrer.api.InstallReferrerStateListener
import com.android.installreferrer.api.ReferrerDetails
import dev.fairlead.InstallReferrer
import java.io.IOException
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withTimeoutOrNull

/** The store's app answers at once or never. */
private const val PATIENCE_MILLIS = 5_000L

/** Null where there is no such store, or it says nothing. */
internal suspend fun readInstallReferrer(context: Context): InstallReferrer? {
    val client = InstallReferrerClient.newBuilder(context).build()
    try {
        return withTimeoutOrNull(PATIENCE_MILLIS) { connect(client) }
    } finally {
        client.endConnection()
    }
}

private suspend fun connect(client: InstallReferrerClient): InstallReferrer? = suspendCancellableCoroutine { waiting ->
    client.startConnection(object : InstallReferrerStateListener {
        override fun onInstallReferrerSetupFinished(responseCode: Int) {
            if (!waiting.isActive) return
            when (responseCode) {
                InstallReferrerResponse.OK -> waiting.resumeWith(runCatching { read(client.installReferrer) })
                InstallReferrerResponse.FEATURE_NOT_SUPPORTED -> waiting.resume(null)
                else -> waiting.resumeWithException(IOException("Google Play answers $responseCode"))
            }
        }

        override fun onInstallReferrerServiceDisconnected() {
            if (waiting.isActive) waiting.resumeWithException(IOException("Google Play has hung up"))
        }
    })
}

private fun read(details: ReferrerDetails): InstallReferrer? {
    val referrer = details.installReferrer
    if (referrer.isNullOrEmpty()) return null
    return InstallReferrer(
        referrer = referrer,
        clickTimestampSeconds = details.referrerClickTimestampSeconds,
        installBeginTimestampSeconds = details.installBeginTimestampSeconds,
        clickTimestampServerSeconds = details.referrerClickTimestampServerSeconds,
        installBeginTimestampServerSeconds = details.installBeginTimestampServerSeconds,
        installVersion = details.installVersion,
        googlePlayInstant = details.googlePlayInstantParam,
    )
}
