import Foundation

/// What the server takes in a call, and bytes of one, of its megabyte.
private let maxEvents = 100
private let maxBytes = 900_000
/// So many are not left to wait.
private let enough = 20
/// Events on the device, and of a person who was not asked yet in memory; beyond it, the oldest are dropped.
private let maxWaiting = 1_000
/// What has waited for longer, by the device's clock, is dropped. Seconds.
private let maxWait = 30.0 * 24 * 3600
private let maxDelay = 300.0
private let eventsKey = "fairlead.events"

/// Events on their way to the server.
struct Tracking {
    /// There once the storage has been read.
    var events: [AppEvent]?
    /// Of a person who was not asked yet.
    var early: [AppEvent] = []
    var refused = false
    var timer: Task<Void, Never>?
    var sending = false
    var failures = 0
    /// The server has said when it is to be asked again.
    var mustWait = false
    var most = maxEvents
}

/// Each event is counted once: stored first, and sent until the server has answered.
extension FairleadApp {
    /// Says that something happened. The event is on the device when this returns, and is sent when it can be, even by a later
    /// run of the app; it counts once. `receipt()` tells what the server refused.
    public func track(_ name: String, _ details: EventDetails = EventDetails()) {
        let at = isoTime(Date())
        ensureStarted()
        guard let state else { return }
        let event = AppEvent(name: name, at: at, installationId: state.id, details: details)
        if agreed {
            keepEvents([event])
            planSending()
        } else if state.consent == nil, !tracking.refused, tracking.early.count < maxWaiting {
            tracking.early.append(event)
        }
    }

    /// The event `PURCHASE` with its revenue; a refund has a negative amount, and the transaction of its purchase.
    public func trackPurchase(_ revenue: Revenue, transactionId: String, _ details: EventDetails = EventDetails()) {
        var purchase = details
        purchase.revenue = revenue
        purchase.transactionId = transactionId
        track("PURCHASE", purchase)
    }

    /// After the start, when the app comes back, once a person has agreed, and when the app leaves.
    func wakeTracking() {
        guard !tracking.mustWait else { return }
        tracking.failures = 0
        if state != nil, agreed, !tracking.early.isEmpty {
            keepEvents(tracking.early)
            tracking.early = []
        }
        Task { await keepRunning { await sendEvents() } }
    }

    /// The person has not agreed, or the app is erased.
    func forgetEvents() {
        tracking.refused = true
        tracking.early = []
        tracking.events = []
        saveEvents()
    }

    func cancelTracking() {
        tracking.timer?.cancel()
        tracking.timer = nil
        tracking.mustWait = false
        tracking.failures = 0
    }

    /// iOS lets the app run until it is done, or its time is over.
    func keepRunning(_ act: () async -> Void) async {
        #if os(iOS) || os(tvOS)
        let done = DispatchSemaphore(value: 0)
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Fairlead sends what waits") { expired in
            if expired { done.signal() } else { done.wait() }
        }
        defer { done.signal() }
        #endif
        await act()
    }

    private func planSending() {
        // After a failure there is a time for the next try.
        guard tracking.failures == 0 else { return }
        if waitingEvents.count >= enough, !tracking.sending {
            Task { await sendEvents() }
        } else {
            sendLater(options.sendDelay)
        }
    }

    private func sendLater(_ seconds: TimeInterval) {
        guard tracking.timer == nil, !stopped else { return }
        tracking.timer = Task {
            try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
            guard !Task.isCancelled else { return }
            tracking.timer = nil
            tracking.mustWait = false
            await sendEvents()
        }
    }

    /// One call after the other, until nothing waits or one has failed.
    private func sendEvents() async {
        guard !tracking.sending else { return }
        tracking.timer?.cancel()
        tracking.timer = nil
        tracking.sending = true
        while await sendBatch() {}
        tracking.sending = false
    }

    private func sendBatch() async -> Bool {
        guard !stopped, state != nil, agreed else { return false }
        let batch = oldestEvents()
        guard !batch.isEmpty else { return false }
        do {
            let sentAt = isoTime(Date())
            let body = SdkEventsRequest(events: batch, sentAt: sentAt)
            let answer: Answer<RecordedEvents> = try await post(Path.recordSdkEvents, body)
            for error in answer.data.errors where batch.indices.contains(error.index) {
                note(.track, .failed, "\(batch[error.index].name): \(error.message)")
            }
            tracking.failures = 0
            tracking.most = maxEvents
            note(.track, .ok, "\(batch.count) sent", answer.requestId)
            removeEvents(batch)
            return true
        } catch {
            return mayGoOn(batch, error)
        }
    }

    /// What refuses a whole call for good is found by halves, so that one event takes no others along.
    private func mayGoOn(_ batch: [AppEvent], _ error: Error) -> Bool {
        guard let fault = error as? FairleadError else { return false }
        if fault.isPassing || fault.status == 401 || fault.status == 403 {
            note(.track, .waiting, fault.message, fault.requestId)
            let asked = fault.retryAfter ?? 0
            let own = min(options.queueDelay * pow(2, Double(tracking.failures)), maxDelay)
            tracking.failures += 1
            tracking.mustWait = asked > 0
            tracking.timer?.cancel()
            tracking.timer = nil
            sendLater(max(own * Double.random(in: 0.75...1), asked))
            return false
        }
        if batch.count > 1, fault.status == 400 || fault.status == 413 {
            tracking.most = (batch.count + 1) / 2
            return true
        }
        note(.track, .failed, fault.message, fault.requestId)
        removeEvents(batch)
        return true
    }

    private var waitingEvents: [AppEvent] { tracking.events ?? readEvents() }

    private func keepEvents(_ events: [AppEvent]) {
        let all = waitingEvents + events
        tracking.events = Array(all.suffix(maxWaiting))
        sayDropped(all.count - min(all.count, maxWaiting))
        saveEvents()
    }

    private func removeEvents(_ gone: [AppEvent]) {
        let ids = Set(gone.map(\.eventId))
        tracking.events = waitingEvents.filter { !ids.contains($0.eventId) }
        saveEvents()
    }

    /// At least one: whether it is too large is the server's to say.
    private func oldestEvents() -> [AppEvent] {
        // Such texts are in the order of time.
        let old = isoTime(Date(timeIntervalSinceNow: -maxWait))
        let expired = waitingEvents.filter { $0.at < old }
        if !expired.isEmpty {
            sayDropped(expired.count)
            removeEvents(expired)
        }
        var left = maxBytes
        var batch: [AppEvent] = []
        for event in waitingEvents.prefix(tracking.most) {
            left -= (try? JSONEncoder().encode(event).count) ?? 0
            guard left >= 0 || batch.isEmpty else { break }
            batch.append(event)
        }
        return batch
    }

    private func sayDropped(_ count: Int) {
        if count > 0 { note(.track, .failed, "\(count) dropped, which were too many or too old") }
    }

    private func readEvents() -> [AppEvent] {
        guard let text = try? options.storage.getItem(eventsKey) else { return [] }
        return (try? JSONDecoder().decode([AppEvent].self, from: Data(text.utf8))) ?? []
    }

    private func saveEvents() {
        do {
            guard let events = tracking.events, !events.isEmpty else { return try options.storage.removeItem(eventsKey) }
            let text = String(decoding: try JSONEncoder().encode(events), as: UTF8.self)
            try options.storage.setItem(eventsKey, text)
        } catch {
            note(.track, .failed, "Storage: \(error)")
        }
    }
}

private func isoTime(_ date: Date) -> String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return format.string(from: date)
}
