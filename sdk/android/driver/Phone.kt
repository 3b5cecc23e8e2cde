package dev.fairlead

import android.app.Activity
import android.app.Application
import android.content.Context
import android.content.Intent
import android.os.Bundle
import com.example.shop.pasteButton
import dev.fairlead.android.androidPlatform
import dev.fairlead.android.mayHaveCopiedLink

/** A process of an app, as Android makes one: its application first, then its screen. */
internal class Phone(private val command: Command) {
    private val application = Application().apply {
        installReferrer = command.optional("referrer")
        referrerTimes = command.map("referrerTimes").entries.associate { (name, seconds) -> name as String to (seconds as Number).toLong() }
        providers = command.map("providers")
    }
    /** By the phone's clock, where the test says so. */
    @Volatile var now: Long? = command.optionalNumber("now")
    private val listeners = HashMap<Long, AutoCloseable>()
    private var activity = Activity()
    val app: App

    init {
        val preferences = application.getSharedPreferences("fairlead", Context.MODE_PRIVATE)
        for ((key, value) in command.map("stored")) preferences.edit().putString(key as String, value as String).commit()
        preferences.onWrite = java.util.function.BiConsumer { key, value -> tell("stored", mapOf("key" to key, "value" to value)) }
        app = App(
            AppOptions(
                publishableKey = command.text("publishableKey"),
                baseUrl = command.text("baseUrl"),
                platform = platform(),
                consent = !command.flag("withoutConsent"),
                debug = command.flag("debug"),
                timeoutMillis = command.number("timeout"),
                retryDelayMillis = command.number("retryDelay"),
                queueDelayMillis = command.number("queueDelay"),
                sendDelayMillis = command.number("sendDelay"),
            ),
        )
        screen("create", command.optional("initialUrl"))
    }

    private fun platform(): Platform {
        val deviceId = command.optional("persistentDeviceId")
        return androidPlatform(application, deviceId, command.optional("metaAppId")).run {
            val own = clock
            val clock = object : Clock by own {
                override fun now(): Long = this@Phone.now ?: own.now()
            }
            Platform(
                storage, http, clock, client, initialUrl, onUrl, onActive, device, installReferrer, metaReferrer, deferred,
                deliverOn,
            )
        }
    }

    /** What Android tells an application about its screens. */
    fun screen(event: String, url: String?) {
        val callbacks = application.callbacks
        when (event) {
            "create", "fromHistory" -> {
                val flags = if (event == "create") 0 else Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY
                activity = Activity().apply { intent = intentOf(url, flags) }
                callbacks.onActivityCreated(activity, null)
                show()
            }
            // The same intent comes again, to a screen that is made anew.
            "restore" -> {
                val intent = if (url == null) activity.intent else intentOf(url, 0)
                activity = Activity().also { it.intent = intent }
                callbacks.onActivityCreated(activity, Bundle())
                show()
            }
            "newIntent" -> {
                callbacks.onActivityPaused(activity)
                activity.intent = intentOf(url, 0)
                callbacks.onActivityResumed(activity)
            }
            "resume" -> {
                callbacks.onActivityPaused(activity)
                callbacks.onActivityResumed(activity)
            }
            "turn" -> {
                activity.turn(true)
                callbacks.onActivityStopped(activity)
                screen("restore", null)
            }
            "show" -> show()
            "hide" -> {
                callbacks.onActivityPaused(activity)
                callbacks.onActivityStopped(activity)
            }
            else -> error("No such event: $event")
        }
    }

    private fun show() {
        application.callbacks.onActivityStarted(activity)
        application.callbacks.onActivityResumed(activity)
    }

    private fun intentOf(url: String?, flags: Int): Intent =
        if (url == null) Intent("android.intent.action.MAIN", null, flags) else Intent(Intent.ACTION_VIEW, url, flags)

    fun listen(listener: Long) {
        listeners[listener] = app.onLink { opened -> tell("opened", describe(opened) + mapOf("listener" to listener)) }
    }

    fun leave(listener: Long) {
        listeners.remove(listener)?.close()
    }

    /** Somebody copies a text in another app. */
    fun copy(text: String, likeUrl: Float?) {
        application.clipboard.copied = text
        application.clipboard.likeUrl = likeUrl
    }

    /** The sample's button. */
    fun tapPaste() {
        pasteButton(application, app).performClick()
    }

    fun clipboard(): Map<String, Any?> =
        mapOf("mayHaveCopiedLink" to mayHaveCopiedLink(application), "reads" to application.clipboard.reads)

    fun tellReceipt() {
        val receipt = app.receipt()
        val steps = receipt.steps.map {
            mapOf("at" to it.at, "step" to it.step.word, "outcome" to it.outcome.word, "detail" to it.detail, "requestId" to it.requestId)
        }
        val fields = mapOf(
            "installationId" to receipt.installationId,
            "firstOpen" to receipt.firstOpen,
            "delivered" to receipt.delivered,
            "waiting" to receipt.waiting,
            "matchAsked" to receipt.matchAsked,
            "matchType" to receipt.matchType,
            "match" to receipt.match,
            "reinstall" to receipt.reinstall?.run {
                mapOf("previousInstallationId" to previousInstallationId, "detectedAt" to detectedAt)
            },
            "steps" to steps,
            "text" to receipt.format(),
        )
        tell("receipt", fields)
    }

    private fun tell(event: String, fields: Map<String, Any?>) {
        say(mapOf("phone" to command.phone, "event" to event) + fields)
    }
}
