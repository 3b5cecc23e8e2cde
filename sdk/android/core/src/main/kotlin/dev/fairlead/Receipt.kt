package dev.fairlead

import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone

private const val MOST_STEPS = 100

/** One thing that happened, in words for people. */
public class ReceiptStep(
    /** Unix milliseconds. */
    public val at: Long,
    public val step: Step,
    public val outcome: Outcome,
    public val detail: String,
    public val requestId: String?,
) {
    public enum class Step { START, BOOTSTRAP, URL, MATCH, RESOLVE, DELIVER, SESSION, CREATE, IDENTIFY, TRACK }

    public enum class Outcome { OK, WAITING, SKIPPED, FAILED }
}

/** That this phone had the app before. */
public class Reinstall(
    /** The app's own id of the installation before. */
    public val previousInstallationId: String,
    /** When this one was first seen: ISO 8601. */
    public val detectedAt: String?,
)

/** Why this open did or did not deliver a link. */
public class AppReceipt(
    /** null: not recognised, for want of consent. */
    public val installationId: String?,
    public val firstOpen: Boolean,
    public val delivered: Int,
    /** Links that wait for the network or for a listener. */
    public val waiting: Int,
    /** Whether the server was asked for the deferred link. */
    public val matchAsked: Boolean,
    /** `deterministic`, `fingerprint`, or null for none. */
    public val matchType: String?,
    /** What the server tried, with `debug`. */
    public val match: Map<String, Any?>?,
    /** This phone had the app before, by its `persistentDeviceId`; told by the server at each start. */
    public val reinstall: Reinstall?,
    /** The newest hundred, oldest first. */
    public val steps: List<ReceiptStep>,
) {
    /** The receipt as lines of text, for a screen of your own. */
    public fun format(): String {
        val time = SimpleDateFormat("HH:mm:ss.SSS", Locale.ROOT).apply { timeZone = TimeZone.getTimeZone("UTC") }
        val lines = mutableListOf(
            "${if (firstOpen) "First open" else "Opened again"} · $delivered delivered · $waiting waiting",
            "Installation ${installationId ?: "not recognised (no consent)"}",
        )
        if (reinstall != null) lines += "Reinstalled: it was ${reinstall.previousInstallationId} before"
        if (matchAsked) lines += "Deferred match: ${matchType ?: "none"}"
        (match?.get("explanation") as? List<*>)?.mapTo(lines) { it.toString() }
        steps.mapTo(lines) { "${time.format(Date(it.at))} ${it.step.word} ${it.outcome.word}: ${it.detail}" }
        return lines.joinToString("\n")
    }
}

internal val Enum<*>.word: String get() = name.lowercase(Locale.ROOT)

/** Collects what happened since the start; may be read from any thread. */
internal class Receipt(private val log: ((ReceiptStep) -> Unit)?, private val clock: Clock) {
    private val steps = ArrayDeque<ReceiptStep>()

    @Volatile var firstOpen = false

    @Volatile var delivered = 0

    @Volatile var resolved = 0

    @Volatile var matchAsked = false

    @Volatile var matchType: String? = null

    @Volatile var match: Map<String, Any?>? = null

    @Volatile var reinstall: Reinstall? = null

    fun note(step: ReceiptStep.Step, outcome: ReceiptStep.Outcome, detail: String, requestId: String? = null) {
        val entry = ReceiptStep(clock.now(), step, outcome, detail, requestId)
        synchronized(steps) {
            steps.addLast(entry)
            if (steps.size > MOST_STEPS) steps.removeFirst()
        }
        try {
            log?.invoke(entry)
        } catch (_: Exception) {
            // A log that fails is no reason to lose a link.
        }
    }

    fun read(installationId: String?, waiting: Int): AppReceipt =
        AppReceipt(
            installationId,
            firstOpen,
            delivered,
            waiting,
            matchAsked,
            matchType,
            match,
            reinstall,
            synchronized(steps) { steps.toList() },
        )
}
