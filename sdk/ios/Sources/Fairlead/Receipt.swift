import Foundation

/// One thing that happened, in words for people.
public struct ReceiptStep: Sendable {
    public enum Step: String, Sendable { case start, bootstrap, url, match, resolve, deliver, session, create, identify, track }
    public enum Outcome: String, Sendable { case ok, waiting, skipped, failed }

    public let at: Date
    public let step: Step
    public let outcome: Outcome
    public let detail: String
    public let requestId: String?
}

/// That this phone had the app before.
public struct Reinstall: Sendable {
    /// The app's own id of the installation before.
    public let previousInstallationId: String
    /// When this one was first seen: ISO 8601.
    public let detectedAt: String?
}

/// Why this open did or did not deliver a link.
public struct AppReceipt {
    /// nil: not recognised, for want of consent.
    public var installationId: String?
    public var firstOpen = false
    public var delivered = 0
    /// Links that wait for the network or for a listener.
    public var waiting = 0
    /// Whether the server was asked for the deferred link.
    public var matchAsked = false
    /// `deterministic`, `fingerprint`, or nil for none.
    public var matchType: String?
    /// What the server tried, with `debug`.
    public var match: MatchReceipt?
    /// This phone had the app before, by its `persistentDeviceId`; told by the server at each start.
    public var reinstall: Reinstall?
    /// The newest hundred, oldest first.
    public var steps: [ReceiptStep] = []

    /// The receipt as lines of text, for a screen of your own.
    public func format() -> String {
        let time = ISO8601DateFormatter()
        time.formatOptions = [.withTime, .withColonSeparatorInTime, .withFractionalSeconds]
        var lines = [
            "\(firstOpen ? "First open" : "Opened again") · \(delivered) delivered · \(waiting) waiting",
            "Installation \(installationId ?? "not recognised (no consent)")",
        ]
        if let before = reinstall?.previousInstallationId { lines.append("Reinstalled: it was \(before) before") }
        if matchAsked { lines.append("Deferred match: \(matchType ?? "none")") }
        lines += match?.explanation ?? []
        lines += steps.map { "\(time.string(from: $0.at)) \($0.step.rawValue) \($0.outcome.rawValue): \($0.detail)" }
        return lines.joined(separator: "\n")
    }
}
