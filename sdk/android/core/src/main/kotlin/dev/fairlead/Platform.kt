package dev.fairlead

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext

/** What outlives the process. A storage that throws is reported and done without. */
public interface AppStorage {
    public suspend fun getItem(key: String): String?
    public suspend fun setItem(key: String, value: String)
    public suspend fun removeItem(key: String)
}

public interface Clock {
    /** Unix milliseconds, by a clock that people set. */
    public fun now(): Long

    /** Milliseconds, by a clock that nobody sets. */
    public fun monotonic(): Long
}

public object SystemClock : Clock {
    override fun now(): Long = System.currentTimeMillis()
    override fun monotonic(): Long = System.nanoTime() / 1_000_000
}

/** Something that happens again and again; closing the answer ends the subscription. */
public fun interface Source<T> {
    public fun subscribe(listener: (T) -> Unit): AutoCloseable
}

/** What the app knows of the phone. */
public data class DeviceFacts(
    /** `android` */
    val os: String? = null,
    val osVersion: String? = null,
    val model: String? = null,
    val manufacturer: String? = null,
    /** CSS pixels, `412x923`. */
    val screenResolution: String? = null,
    val timezone: String? = null,
    val language: String? = null,
    val appVersion: String? = null,
    val appBuild: String? = null,
    /** Survives a reinstallation; by it reinstalls are told. */
    val persistentDeviceId: String? = null,
)

/** What the Play Store says of this installation. Times are Unix seconds; 0 where it does not know them. */
public data class InstallReferrer(
    /** Whole, as the store returns it. */
    val referrer: String,
    val clickTimestampSeconds: Long = 0,
    val installBeginTimestampSeconds: Long = 0,
    val clickTimestampServerSeconds: Long = 0,
    val installBeginTimestampServerSeconds: Long = 0,
    /** The version that was installed first. */
    val installVersion: String? = null,
    val googlePlayInstant: Boolean = false,
)

/** What an app of Meta says of the ad that led to this installation, encrypted for the server. */
public data class MetaReferrer(
    val referrer: String,
    /** When the ad was tapped or seen, in Unix seconds. */
    val actualTimestampSeconds: Long = 0,
    /** False: it was only seen. */
    val isClickThrough: Boolean = true,
)

/** What differs from platform to platform; `androidPlatform` of the Android layer makes one. */
public class Platform(
    public val storage: AppStorage,
    public val http: Http = UrlConnectionHttp(),
    public val clock: Clock = SystemClock,
    /** Names the SDK. */
    public val client: String = "sdk-android",
    /** The URL that started the app. */
    public val initialUrl: suspend () -> String? = { null },
    /** Hears of every URL that opens the running app. */
    public val onUrl: Source<String>? = null,
    /** Hears true when the app comes to the front, false when it leaves. */
    public val onActive: Source<Boolean>? = null,
    public val device: suspend () -> DeviceFacts = { DeviceFacts() },
    /** What Google Play says of this installation; null where there is no such store. */
    public val installReferrer: suspend () -> InstallReferrer? = { null },
    /** What Facebook, Instagram or Facebook Lite say of this installation; null where none does. */
    public val metaReferrer: suspend () -> MetaReferrer? = { null },
    /** Whether a first open asks which click it came from. */
    public val deferred: Boolean = true,
    /** Where listeners are called: on the main thread in apps. */
    public val deliverOn: CoroutineContext = EmptyCoroutineContext,
)

public class AppOptions(
    /** A publishable key of the project. */
    public val publishableKey: String,
    public val baseUrl: String,
    public val platform: Platform,
    /** Whether this person agreed to be recognised. Without: links resolve, nothing else is sent. */
    public val consent: Boolean = true,
    /** For debug builds: receipts come with what the server tried. */
    public val debug: Boolean = false,
    public val log: ((ReceiptStep) -> Unit)? = null,
    /** For each attempt. */
    public val timeoutMillis: Long = 10_000,
    /** Before the first retry; longer each time. */
    public val retryDelayMillis: Long = 500,
    /** After which what is waiting is tried again; longer each time. */
    public val queueDelayMillis: Long = 15_000,
    /** For which an event waits for others, to be sent with them. */
    public val sendDelayMillis: Long = 5_000,
)
