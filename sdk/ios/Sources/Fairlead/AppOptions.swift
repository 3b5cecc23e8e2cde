import Foundation

/// What the app knows of the phone.
public struct DeviceFacts: Sendable {
    public var os: String? = "ios"
    public var osVersion: String?
    public var model: String?
    public var manufacturer: String? = "Apple"
    /// Points, `390x844`.
    public var screenResolution: String?
    public var timezone: String? = TimeZone.current.identifier
    public var language: String? = Locale.preferredLanguages.first
    public var appVersion = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    public var appBuild = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
    /// Survives a reinstallation; by it reinstalls are told.
    public var persistentDeviceId: String?

    public init() {}
}

public struct AppOptions {
    /// A publishable key of the project.
    public var publishableKey: String
    public var baseUrl: String
    public var storage: AppStorage = UserDefaultsStorage()
    public var http: HTTPClient = URLSessionClient()
    public var device = DeviceFacts()
    /// Whether this person agreed to be recognised. Without: links resolve, nothing else is sent.
    public var consent = true
    /// For debug builds: receipts come with what the server tried.
    public var debug = false
    public var log: ((ReceiptStep) -> Void)?
    /// Seconds for each attempt.
    public var timeout: TimeInterval = 10
    /// Seconds before the first retry; longer each time.
    public var retryDelay: TimeInterval = 0.5
    /// Seconds after which what is waiting is tried again; longer each time.
    public var queueDelay: TimeInterval = 15
    /// Seconds for which an event waits for others, to be sent with them.
    public var sendDelay: TimeInterval = 5

    public init(publishableKey: String, baseUrl: String) {
        self.publishableKey = publishableKey
        self.baseUrl = baseUrl
    }
}

/// A link that opened the app.
public struct OpenedLink: Codable {
    /// What the phone was given to open.
    public let url: String
    public let link: ResolvedLink
    /// It led to the installation of the app, which was not there yet.
    public let deferred: Bool

    public var parameters: [String: JSONValue] { link.parameters ?? [:] }
}
