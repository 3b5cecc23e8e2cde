package dev.fairlead

import dev.fairlead.ReceiptStep.Outcome
import dev.fairlead.ReceiptStep.Step
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.launch

/** Receives the links that open an app: bootstrap, deferred match, resolve and sessions, each as often as it takes. */
public class App(options: AppOptions) {
    private val context = Context(options)
    private val receipt = context.receipt

    /** Never the end of the app that this is a part of. */
    private val onFault = CoroutineExceptionHandler { _, fault ->
        receipt.note(Step.START, Outcome.FAILED, fault.toString())
    }

    // One thing at a time, as on one thread: the parts share their state without locks.
    @OptIn(ExperimentalCoroutinesApi::class)
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default.limitedParallelism(1) + onFault)
    private val incoming = Incoming(context, scope)
    private val firstOpen = FirstOpen(context, incoming::accept)
    private val sessions = Sessions(context)
    private val requests = LinkRequests(context)
    private val identity = Identity(context)
    private val tracking = Tracking(context, scope)
    private val worker = Worker(scope, options.queueDelayMillis, ::work)
    private val subscriptions = mutableListOf<AutoCloseable>()
    private var loading: Deferred<Kept>? = null
    private var starting: Deferred<Unit>? = null

    init {
        context.retryLater = { seconds -> if (!context.stopped) worker.runLater(seconds) }
    }

    /** Returns when the first open is dealt with; never throws: see `receipt()`. */
    public suspend fun start(): Unit = inTurn { ensureStarted() }

    /** Links that came before anybody listened come now. Each link comes once. Closing the answer ends it. */
    public fun onLink(listener: (OpenedLink) -> Unit): AutoCloseable = incoming.listen(listener)

    /** The link that listeners heard last, also after a restart; null: none, or it was meant for one who signed out. */
    public suspend fun lastLink(): OpenedLink? = inTurn { load().state.last }

    /**
     * The link by which the app was opened for the first time, after its installation: the deferred one, or the one that was
     * tapped with the app already there. Null if that was without a link, whatever came later, or it was not heard yet.
     */
    public suspend fun firstLink(): OpenedLink? = inTurn { load().state.first }

    /**
     * Creates a link, such as an invitation, as far as the project's setting `appLinks` allows. A request with an `externalId` that
     * has a link answers that link.
     *
     * @param later store it first, and create it as soon as the server can be reached, even in a later run of the app, which gets
     * the link by the same call with the same `externalId`. Until then the call waits, and may be cancelled.
     * @throws FairleadError where it is refused, or, unless it is for `later`, the server cannot be reached.
     */
    public suspend fun createLink(link: CreateLinkRequest, later: Boolean = false): Link = inTurn {
        if (later) {
            val made = requests.keep(load(), link.toBody())
            scope.launch { worker.runNow() }
            made.await()
        } else {
            starting?.await()
            requests.create(link.toBody())
        }
    }

    /**
     * Resolves a URL that the app came by itself, such as a scanned one; delivers nothing to listeners.
     *
     * @throws FairleadError
     */
    public suspend fun resolve(url: String): OpenedLink = inTurn {
        starting?.await()
        incoming.open(url, false)
    }

    /**
     * Text that a person has pasted: a link that our page copied is delivered to listeners as the deferred one. Any other text is
     * ignored and sent nowhere. `pasteLink` of the Android layer gives the clipboard's here.
     */
    public suspend fun pasted(text: String): Unit = inTurn {
        ensureStarted()
        if (firstOpen.takePasted(text)) worker.runNow()
    }

    /**
     * For test builds: this install came from the link of a test code, which the dashboard makes. The link is delivered to listeners
     * as the deferred one, as often as you like, and counted nowhere; nothing is credited to this installation any more.
     *
     * @throws FairleadError for a code that is wrong or has ended, among others: `errors` names `testCode`.
     */
    public suspend fun useTestCode(code: String): Unit = inTurn {
        ensureStarted()
        firstOpen.useTestCode(code)
        worker.runNow()
    }

    /** From any thread. */
    public fun receipt(): AppReceipt {
        val state = context.kept?.state
        return receipt.read(state?.id?.takeIf { context.agreed() }, state?.pending?.size ?: 0)
    }

    /** Given: starts recognising this installation. Withdrawn: forgets it here. */
    public suspend fun setConsent(given: Boolean): Unit = inTurn {
        ensureStarted()
        if (!given) tracking.forget()
        val kept = context.kept
        if (kept != null && context.agreed() != given) changeConsent(kept, given)
    }

    /**
     * Says whose installation this is, by your own id of the person who has signed in: at each start, for what is known is not
     * sent again. Sent once the person agreed to be recognised, and until the server has answered; see `receipt()`. `proof`: where the
     * project takes signed identities only, the hex HMAC-SHA256 of the id with its identity secret, which your server makes.
     */
    public suspend fun identify(customerId: String, proof: String? = null): Unit = inTurn {
        val kept = load()
        identity.set(kept, customerId, proof)
        kept.save()
        worker.runNow()
    }

    /**
     * Says that something happened. The event is on the device when this returns, and is sent when it can be, even by a later run
     * of the app; it counts once. Never throws: `receipt()` tells what the server refused.
     */
    public suspend fun track(name: String, details: EventDetails = EventDetails()) {
        val at = context.platform.clock.now()
        inTurn { tracking.track(load(), name, details, at) }
    }

    /** The event `PURCHASE` with its revenue; a refund has a negative amount, and the transaction of its purchase. */
    public suspend fun trackPurchase(
        revenue: Revenue,
        transactionId: String,
        quantity: Int? = null,
        items: List<Map<String, Any?>>? = null,
        properties: Map<String, Any?>? = null,
    ) {
        val details = EventDetails(
            revenue = revenue,
            quantity = quantity,
            transactionId = transactionId,
            items = items,
            properties = properties,
        )
        track("PURCHASE", details)
    }

    /** Ends the session, says that the installation is nobody's, and drops what was meant for the person who leaves. */
    public suspend fun signOut(): Unit = inTurn {
        starting?.await()
        sessions.leave()
        turn()
        val kept = load()
        incoming.drop(kept)
        requests.drop(kept)
        identity.set(kept, null)
        kept.save()
        scope.launch { worker.runNow() }
        sessions.enter()
    }

    /** Forgets everything on this device; the next start is that of a new installation. */
    public suspend fun erase(): Unit = inTurn {
        starting?.await()
        sessions.leave()
        turn()
        val kept = load()
        incoming.drop(kept)
        requests.drop(kept)
        hush()
        tracking.forget()
        kept.clear()
        context.kept = null
        firstOpen.reset()
        loading = null
        starting = null
    }

    /** Ends the session and listens to nothing any more. */
    public suspend fun stop(): Unit = inTurn {
        hush()
        starting?.await()
        sessions.leave()
    }

    // In the app's scope, so that a screen that closes does not end it half-way.
    private suspend fun <T> inTurn(act: suspend () -> T): T = scope.async { act() }.await()

    private suspend fun ensureStarted() {
        val begun = starting ?: scope.async { begin() }.also { starting = it }
        begun.await()
    }

    private suspend fun begin() {
        context.stopped = false
        // Before anything is waited for: what opens the app meanwhile is not to be missed.
        val early = mutableListOf<String>()
        context.platform.onUrl?.let { source ->
            subscriptions += source.subscribe { url -> scope.launch { onUrl(url, early) } }
        }
        context.platform.onActive?.let { source ->
            subscriptions += source.subscribe { active -> scope.launch { onActive(active) } }
        }
        val quietly = { fault: Exception -> receipt.note(Step.START, Outcome.FAILED, fault.toString()) }
        val reading = scope.async { load() }
        val first = attempt(quietly, context.platform.initialUrl)
        context.device = attempt(quietly, context.platform.device) ?: DeviceFacts()
        val kept = reading.await()
        context.kept = kept
        context.opening = kept.fresh
        receipt.firstOpen = kept.fresh
        receipt.note(Step.START, Outcome.OK, if (kept.fresh) "First open" else "Opened again")
        kept.save()
        if (!first.isNullOrEmpty()) incoming.accept(first, false)
        for (url in early) incoming.accept(url, false)
        worker.run()
        context.opening = false
        tracking.wake()
    }

    private suspend fun load(): Kept {
        val read = loading ?: scope.async {
            Kept.read(context.platform.storage) { receipt.note(Step.START, Outcome.FAILED, "Storage: $it") }
        }.also { loading = it }
        return read.await()
    }

    private suspend fun onUrl(url: String, early: MutableList<String>) {
        if (context.kept == null) {
            early += url
            return
        }
        incoming.accept(url, false)
        worker.runNow()
    }

    private suspend fun onActive(active: Boolean) {
        if (active == context.active || context.stopped) return
        context.active = active
        tracking.wake()
        if (!active) return sessions.leave()
        scope.launch { worker.runNow() }
        sessions.enter()
    }

    private suspend fun work() {
        if (context.stopped || context.kept == null) return
        firstOpen.ensureBootstrap()
        if (!context.active) sessions.leave()
        incoming.resolveAll()
        firstOpen.ensureMatch()
        incoming.resolveAll()
        requests.createAll()
        identity.tell()
    }

    private suspend fun changeConsent(kept: Kept, given: Boolean) {
        if (!given) {
            sessions.leave()
            turn()
            kept.state = kept.state.run { State(matched = matched, pending = pending, requested = requested) }
        }
        kept.state.consent = given
        kept.save()
        firstOpen.reset()
        worker.runNow()
        tracking.wake()
    }

    private fun hush() {
        context.stopped = true
        worker.cancel()
        tracking.cancel()
        for (each in subscriptions) each.close()
        subscriptions.clear()
    }

    /** What is under way belongs to somebody else from here on. */
    private fun turn() {
        context.era += 1
        context.sessionId = null
    }
}
