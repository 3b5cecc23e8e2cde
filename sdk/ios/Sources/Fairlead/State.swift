import Foundation

struct Customer: Codable {
    /// nil: signed out
    let id: String?
    var told: Bool
    let proof: String?
}

struct PendingLink: Codable {
    let url: String
    /// Unix milliseconds by the phone's clock.
    let at: Double
    let deferred: Bool
    /// It came with the first open.
    let first: Bool?
}

/// What outlives the process; every SDK keeps it as the same JSON.
struct State: Codable {
    /// The app's own id of this installation.
    var id = UUID().uuidString
    var token: String?
    /// The first open has been matched, or needs no match.
    var matched = false
    /// The match was asked for, and its answer may have been lost.
    var asked: Bool?
    var consent: Bool?
    /// A link of our page that was pasted; until the match is answered.
    var pasted: String?
    /// Came, and was delivered to nobody yet.
    var pending: [PendingLink] = []
    /// Links to be created as soon as the server answers.
    var requested: [CreateLinkRequest]?
    /// Whose installation it is, and whether the server knows.
    var customer: Customer?
    /// As `lastLink` and `firstLink` answer them.
    var last: OpenedLink?
    var first: OpenedLink?
}

/// What outlives the process.
public protocol AppStorage: Sendable {
    func getItem(_ key: String) throws -> String?
    func setItem(_ key: String, _ value: String) throws
    func removeItem(_ key: String) throws
}

public struct UserDefaultsStorage: AppStorage {
    public init() {}

    public func getItem(_ key: String) -> String? { UserDefaults.standard.string(forKey: key) }
    public func setItem(_ key: String, _ value: String) { UserDefaults.standard.set(value, forKey: key) }
    public func removeItem(_ key: String) { UserDefaults.standard.removeObject(forKey: key) }
}

private let storageKey = "fairlead"

func readState(_ storage: AppStorage) throws -> State? {
    guard let text = try storage.getItem(storageKey) else { return nil }
    return try JSONDecoder().decode(State.self, from: Data(text.utf8))
}

func writeState(_ state: State?, to storage: AppStorage) throws {
    guard let state else { return try storage.removeItem(storageKey) }
    try storage.setItem(storageKey, String(decoding: try JSONEncoder().encode(state), as: UTF8.self))
}
