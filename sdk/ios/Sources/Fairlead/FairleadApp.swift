import Foundation

let version = "0.1.0"
let clientName = "sdk-ios"

/// Receives the links that open an app: bootstrap, deferred match, resolve and sessions, each as often as it takes.
///
/// An actor, so one thing happens at a time; what waits for the network lets others go on in between.
public actor FairleadApp {
    public typealias Listener = @MainActor (OpenedLink) -> Void

    let options: AppOptions
    var record = AppReceipt()
    /// There once the storage has been read.
    var state: State?
    /// Counts what makes answers under way stale: signing out, erasing, a change of consent.
    var era = 0
    /// The server knows the installation.
    var ready = false
    var active = true
    /// The first open is being dealt with: a link that comes now is the one that led to it.
    var opening = false
    var stopped = false
    var sessionId: String?
    var resolved = 0
    /// Refused for good: not asked again before the next start.
    var refused: Set<ReceiptStep.Step> = []
    /// URLs that came before the storage was read.
    var early: [String] = []
    /// URLs of this process with the time they came, by a clock that nobody sets.
    var seen: [String: TimeInterval] = [:]
    /// Resolved, and held for a listener.
    var held: [OpenedLink] = []
    var listeners: [UUID: Listener] = [:]
    /// Who waits for a link in this process, by its `externalId`.
    var waiting: [String: [CheckedContinuation<CreatedLink, Error>]] = [:]
    var tracking = Tracking()
    private var starting: Task<Void, Never>?
    private var working: Task<Void, Never>?
    private var again = false
    private var timer: Task<Void, Never>?
    private var waits = 0

    public init(options: AppOptions) {
        self.options = options
    }

    /// Returns when the first open is dealt with; never throws: see `receipt()`.
    public func start() async {
        await ensureStarted().value
    }

    /// The storage has been read when it returns.
    @discardableResult
    func ensureStarted() -> Task<Void, Never> {
        if let starting { return starting }
        load()
        let task = Task { await begin() }
        starting = task
        return task
    }

    /// Give every URL that opens the app here, the first one too: `onOpenURL` and `onContinueUserActivity` of SwiftUI.
    public func open(_ url: URL) async {
        guard state != nil else { return early.append(url.absoluteString) }
        accept(url.absoluteString, deferred: false)
        await workNow()
    }

    /// Links that came before anybody listened come now. Each link comes once. The answer is for `removeListener`.
    @discardableResult
    public func onLink(_ listener: @escaping Listener) async -> UUID {
        let id = UUID()
        listeners[id] = listener
        await flush()
        return id
    }

    public func removeListener(_ id: UUID) {
        listeners[id] = nil
    }

    /// The link that listeners heard last, also after a restart; nil: none, or it was meant for one who signed out.
    public func lastLink() -> OpenedLink? { stored?.last }

    /// The link by which the app was opened for the first time, after its installation: the deferred one, or the one that was
    /// tapped with the app already there. nil if that was without a link, whatever came later, or it was not heard yet.
    public func firstLink() -> OpenedLink? { stored?.first }

    /// Creates a link, such as an invitation, as far as the project's setting `appLinks` allows. A request with an `externalId`
    /// that has a link answers that link. Throws where it is refused, or the server cannot be reached.
    ///
    /// `later`: stored first, and created as soon as the server can be reached, even in a later run of the app, which gets the
    /// link by the same call with the same `externalId`. Throws only where it is refused.
    public func createLink(_ link: CreateLinkRequest, later: Bool = false) async throws -> CreatedLink {
        guard later else {
            await starting?.value
            return try await requestLink(link)
        }
        ensureStarted()
        keepRequest(link)
        return try await withCheckedThrowingContinuation { made in
            waiting[link.externalId, default: []].append(made)
            Task { await workNow() }
        }
    }

    /// Resolves a URL that the app came by itself, such as a scanned one; delivers nothing to listeners.
    public func resolve(_ url: URL) async throws -> OpenedLink {
        await starting?.value
        return try await resolveLink(url.absoluteString, deferred: false)
    }

    /// For test builds: this install came from the link of a test code, which the dashboard makes. The link is delivered to
    /// listeners as the deferred one, as often as you like, and counted nowhere; nothing is credited to this installation any
    /// more. Throws for a code that is wrong or has ended, among others: `errors` names `testCode`.
    public func useTestCode(_ code: String) async throws {
        await start()
        try await matchTestCode(code)
        await workNow()
    }

    public func receipt() -> AppReceipt {
        var receipt = record
        receipt.installationId = agreed ? state?.id : nil
        receipt.waiting = state?.pending.count ?? 0
        return receipt
    }

    /// Given: starts recognising this installation. Withdrawn: forgets it here.
    public func setConsent(_ given: Bool) async {
        await start()
        if !given { forgetEvents() }
        guard let before = state, agreed != given else { return }
        if !given {
            await endSession()
            turn()
            state = State(matched: before.matched, pending: before.pending, requested: before.requested)
        }
        state?.consent = given
        save()
        ready = false
        refused = []
        await workNow()
        wakeTracking()
    }

    /// Says whose installation this is, by your own id of the person who has signed in: at each start, for what is known is not
    /// sent again. Sent once the person agreed to be recognised, and until the server has answered; see `receipt()`. `proof`: where the
    /// project takes signed identities only, the hex HMAC-SHA256 of the id with its identity secret, which your server makes.
    public func identify(_ customerId: String, proof: String? = nil) async {
        ensureStarted()
        setCustomer(customerId, proof: proof)
        save()
        await workNow()
    }

    /// Ends the session, says that the installation is nobody's, and drops what was meant for the person who leaves.
    public func signOut() async {
        await starting?.value
        await endSession()
        turn()
        drop()
        dropRequests()
        setCustomer(nil)
        save()
        Task { await workNow() }
        await startSession()
    }

    /// Forgets everything on this device; the next start is that of a new installation.
    public func erase() async {
        await starting?.value
        await endSession()
        turn()
        drop()
        dropRequests()
        hush()
        forgetEvents()
        state = nil
        save()
        ready = false
        refused = []
        starting = nil
    }

    /// Ends the session and takes no links any more.
    public func stop() async {
        hush()
        await starting?.value
        await endSession()
    }

    /// Tell it what `scenePhase` says: true when the app comes to the front, false when it leaves.
    public func setActive(_ now: Bool) async {
        guard now != active, !stopped else { return }
        active = now
        wakeTracking()
        guard now else { return await keepRunning { await endSession() } }
        await workNow()
        await startSession()
    }

    /// Also before the start.
    private var stored: State? { state ?? (try? readState(options.storage)) }

    var agreed: Bool { state?.consent ?? options.consent }

    private func load() {
        stopped = false
        do {
            state = try readState(options.storage)
        } catch {
            note(.start, .failed, "Storage: \(error)")
        }
        record.firstOpen = state == nil
        opening = record.firstOpen
        if state == nil { state = State() }
        note(.start, .ok, record.firstOpen ? "First open" : "Opened again")
        save()
        for url in early { accept(url, deferred: false) }
        early = []
    }

    private func begin() async {
        await work()
        opening = false
        wakeTracking()
    }

    /// Does the work that is open, one round at a time, and again when something came meanwhile.
    private func work() async {
        again = true
        if working == nil {
            working = Task {
                while again {
                    again = false
                    await doRound()
                }
                working = nil
            }
        }
        await working?.value
    }

    func workNow() async {
        timer?.cancel()
        timer = nil
        waits = 0
        await work()
    }

    func workLater(_ seconds: TimeInterval) {
        guard timer == nil, !stopped else { return }
        let delay = max(min(options.queueDelay * pow(2, Double(waits)), 300), seconds)
        waits += 1
        timer = Task {
            try? await Task.sleep(nanoseconds: UInt64(delay * 1_000_000_000))
            guard !Task.isCancelled else { return }
            timer = nil
            await work()
        }
    }

    private func doRound() async {
        guard !stopped, state != nil else { return }
        await ensureBootstrap()
        if !active { await endSession() }
        await resolveAll()
        await ensureMatch()
        await resolveAll()
        await createAll()
        await tellCustomer()
    }

    private func hush() {
        stopped = true
        timer?.cancel()
        timer = nil
        cancelTracking()
    }

    /// What is under way belongs to somebody else from here on.
    private func turn() {
        era += 1
        sessionId = nil
    }
}
