import Foundation

/// What goes over the wire; compared with the recorded fixtures of all SDKs by `sdk/test/swift.test.ts`.

enum Path {
    static let bootstrap = "/sdk/bootstrap"
    static let matchDeferred = "/sdk/deferred/match"
    static let resolveLink = "/sdk/resolve"
    static let startSession = "/sdk/sessions/start"
    static let createLink = "/sdk/links"
    static let identify = "/identify"
    static let recordSdkEvents = "/sdk/events"
    static func endSession(_ sessionId: String) -> String { "/sdk/sessions/\(sessionId)/end" }
}

enum Header {
    static let appKey = "x-app-key"
    static let client = "x-svc-client"
    static let clientVersion = "x-svc-client-version"
    static let clientPlatform = "x-svc-client-platform"
    static let appBuild = "x-svc-app-build"
    static let installationId = "x-installation-id"
    static let installationToken = "x-installation-token"
    static let requestId = "x-request-id"
    static let retryAfter = "retry-after"
}

struct BootstrapRequest: Encodable {
    let installationId: String
    let deviceModel: String?
    let deviceManufacturer: String?
    let osName: String?
    let osVersion: String?
    let appVersion: String?
    let appBuild: String?
    let language: String?
    let timezone: String?
    let persistentDeviceId: String?
    let metadata: Metadata

    struct Metadata: Encodable {
        let client: Client
    }

    struct Client: Encodable {
        let type: String
        let version: String
        let platform: String
    }
}

struct BootstrapResponse: Decodable {
    let installationId: String
    let isNew: Bool
    let installationToken: String
    let sessionId: String
    let previousInstallationId: String?
    let reinstallDetectedAt: String?
}

struct MatchRequest: Encodable {
    let installationId: String
    let fingerprint: Fingerprint
    let clipboard: String?
    let testCode: String?
    let debug: Bool?

    struct Fingerprint: Encodable {
        let os: String?
        let model: String?
        let screenResolution: String?
        let timezone: String?
        let language: String?
        let systemVersion: String?
    }
}

struct MatchResponse: Decodable {
    let matchType: String?
    let data: Match?
    let receipt: MatchReceipt?

    struct Match: Decodable {
        let deepLink: String
    }
}

/// What the server tried, with `debug`.
public struct MatchReceipt: Decodable {
    public let reason: String
    public let explanation: [String]
}

/// A link as the app gets it.
public struct ResolvedLink: Codable {
    public let id: String
    public let slug: String
    /// `unified` or `dynamic`
    public let type: String
    public let fallbackUrl: String?
    public let iosUrl: String?
    public let androidUrl: String?
    public let iosFallbackUrl: String?
    public let androidFallbackUrl: String?
    public let parameters: [String: JSONValue]?
    public let metadata: [String: JSONValue]?
    public let allowQueryPassthrough: Bool?
    /// Name of the rule, or of the variant of the experiment, that led the visit.
    public let rule: String?
    public let variant: String?
    /// The link asks to update the app first: its store page.
    public let updateUrl: String?
}

/// A link to be created; where it may lead is a setting of the project (`appLinks`). What is left out is the server's choice.
public struct CreateLinkRequest: Codable {
    /// `unified` or `dynamic`
    public var type = "dynamic"
    /// The link's name at yours: with the same one it is the same link, however often it is asked for.
    public var externalId = UUID().uuidString
    public var slug: String?
    /// The title of its preview, where `metadata` has none.
    public var name: String?
    public var domain: String?
    public var fallbackUrl: String?
    public var iosUrl: String?
    public var androidUrl: String?
    public var iosFallbackUrl: String?
    public var androidFallbackUrl: String?
    /// For the app that it opens.
    public var parameters: [String: JSONValue]?
    /// Its preview: `ogTitle`, `ogDescription`, `ogImage`.
    public var metadata: [String: JSONValue]?
    public var allowQueryPassthrough: Bool?

    public init() {}
}

/// A link that the app has created.
public struct CreatedLink: Decodable {
    public let id: String
    public let slug: String
    /// What to share.
    public let shortUrl: String
    public let externalId: String?
    public let createdAt: String?
    public let updatedAt: String?
}

struct IdentifyRequest: Encodable {
    let installationId: String
    let customerId: String?
    let proof: String?

    /// With null for nobody, which Swift would leave out.
    func encode(to encoder: Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(installationId, forKey: .installationId)
        try container.encode(customerId, forKey: .customerId)
        try container.encodeIfPresent(proof, forKey: .proof)
    }

    private enum CodingKeys: String, CodingKey { case installationId, customerId, proof }
}

struct StartSessionRequest: Encodable {
    let installationId: String
}

struct StartSessionResponse: Decodable {
    let sessionId: String
}

struct SuccessResponse: Decodable {
    let success: Bool
}

/// A problem document, or the error body of a server that does not know them.
struct ErrorResponse: Decodable {
    let detail: String?
    let code: String?
    let errors: [FieldError]?
    let message: Messages?
    let error: String?

    /// One text, or several.
    struct Messages: Decodable {
        let all: [String]

        init(from decoder: Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                all = [one]
            } else {
                all = try container.decode([String].self)
            }
        }
    }
}

/// One thing that is wrong with what was sent.
public struct FieldError: Decodable, Sendable {
    /// Its name, with dots where fields are nested; empty for the whole.
    public let field: String
    /// What is wrong, such as `too_long`; codes are stable.
    public let code: String
    /// A sentence that names the field and the cure.
    public let message: String
    /// A JSON pointer into the body; nil for what was sent in the address.
    public let pointer: String?
}

/// Any value of a link's parameters.
public enum JSONValue: Codable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The text, where it is one.
    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }
}
