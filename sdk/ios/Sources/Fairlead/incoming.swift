import Foundation

/// One visit may come twice, when the scene is made and when it resumes. Seconds.
private let sameVisit = 10.0
/// A link that nobody got for so long leads nowhere anybody expects. Seconds.
private let maxWait = 24.0 * 3600
private let mostSteps = 100

/// URLs on their way from the phone to the listener, each once.
extension FairleadApp {
    func accept(_ url: String, deferred: Bool) {
        guard !stopped, let pending = state?.pending else { return }
        let came = ProcessInfo.processInfo.systemUptime
        let last = seen.updateValue(came, forKey: url)
        if pending.contains(where: { $0.url == url }) || last.map({ came - $0 < sameVisit }) == true {
            return note(.url, .skipped, "The same visit once more: \(url)")
        }
        note(.url, .ok, url)
        let at = Date().timeIntervalSince1970 * 1000
        state?.pending.append(PendingLink(url: url, at: at, deferred: deferred, first: deferred || opening))
        save()
    }

    func resolveAll() async {
        for pending in state?.pending ?? [] {
            let isHeld = held.contains { $0.url == pending.url }
            if !stopped && !isHeld { await resolvePending(pending) }
        }
    }

    /// Hands out what is held to everybody who listens, each link once.
    func flush() async {
        while !listeners.isEmpty, !held.isEmpty {
            let opened = held.removeFirst()
            let hearing = Array(listeners.values)
            note(.deliver, .ok, opened.url)
            record.delivered += 1
            remember(opened)
            forget(opened.url)
            for listener in hearing { await listener(opened) }
        }
    }

    func drop() {
        held = []
        seen = [:]
        state?.pending = []
        state?.pasted = nil
        state?.last = nil
    }

    func note(
        _ step: ReceiptStep.Step,
        _ outcome: ReceiptStep.Outcome,
        _ detail: String,
        _ requestId: String? = nil
    ) {
        let entry = ReceiptStep(at: Date(), step: step, outcome: outcome, detail: detail, requestId: requestId)
        record.steps.append(entry)
        if record.steps.count > mostSteps { record.steps.removeFirst() }
        options.log?(entry)
    }

    /// What is lost to a passing fault waits; the rest is said and given up.
    func report(_ step: ReceiptStep.Step, _ error: Error) -> ReceiptStep.Outcome {
        guard let fault = error as? FairleadError, fault.isPassing else {
            note(step, .failed, "\(error)", (error as? FairleadError)?.requestId)
            return .failed
        }
        note(step, .waiting, fault.message, fault.requestId)
        workLater(fault.retryAfter ?? 0)
        return .waiting
    }

    /// A link is worth more than its record: a storage that fails is only reported.
    func save() {
        do {
            try writeState(state, to: options.storage)
        } catch {
            note(.start, .failed, "Storage: \(error)")
        }
    }

    private func resolvePending(_ pending: PendingLink) async {
        let eraOfCall = era
        // A clock that was set back says nothing.
        if Date().timeIntervalSince1970 - pending.at / 1000 > maxWait {
            note(.resolve, .failed, "It waited for more than a day: \(pending.url)")
            return forget(pending.url)
        }
        do {
            let opened = try await resolveLink(pending.url, deferred: pending.deferred)
            guard eraOfCall == era else { return }
            note(.resolve, .ok, opened.link.slug)
            resolved += 1
            held.append(opened)
            if listeners.isEmpty { note(.deliver, .waiting, "Nobody listens yet") }
            await flush()
        } catch {
            if eraOfCall == era, report(.resolve, error) == .failed { forget(pending.url) }
        }
    }

    /// Stored together with what is forgotten.
    private func remember(_ opened: OpenedLink) {
        guard let pending = state?.pending else { return }
        state?.last = opened
        let led = pending.contains { $0.url == opened.url && $0.first == true }
        if led, state?.first == nil { state?.first = opened }
    }

    private func forget(_ url: String) {
        state?.pending.removeAll { $0.url == url }
        save()
    }
}
