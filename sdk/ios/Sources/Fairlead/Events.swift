import Foundation

/// What an app says of an event; its id, its time and the installation are the SDK's to say.
public struct EventDetails {
    public var revenue: Revenue?
    /// How many; 1 if left out.
    public var quantity: Int?
    /// A refund has the one of its purchase.
    public var transactionId: String?
    /// Your own id of the person, as `identify` was told.
    public var customerId: String?
    /// A click of a link of the project.
    public var clickId: String?
    /// What was bought, say.
    public var items: [[String: JSONValue]]?
    /// Whatever else you want to keep.
    public var properties: [String: JSONValue]?
    /// Stored, and left out of every number.
    public var test: Bool?

    public init() {}
}

public struct Revenue: Codable, Sendable {
    /// Whole minor units, as `minorUnits` makes them: 1999 is 19.99 EUR, 1999 JPY or 1.999 KWD. Negative for a refund.
    public let amount: Int
    /// ISO 4217 code, in capitals.
    public let currency: String

    public init(amount: Int, currency: String) {
        self.amount = amount
        self.currency = currency
    }
}

/// An event as it waits on the device and goes over the wire.
struct AppEvent: Codable {
    let eventId: String
    let name: String
    /// ISO 8601, in UTC.
    let at: String
    let installationId: String
    let revenue: Revenue?
    let quantity: Int?
    let transactionId: String?
    let customerId: String?
    let clickId: String?
    let items: [[String: JSONValue]]?
    let properties: [String: JSONValue]?
    let test: Bool?

    init(name: String, at: String, installationId: String, details: EventDetails) {
        eventId = UUID().uuidString
        self.name = name
        self.at = at
        self.installationId = installationId
        revenue = details.revenue
        quantity = details.quantity
        transactionId = details.transactionId
        customerId = details.customerId
        clickId = details.clickId
        items = details.items
        properties = details.properties
        test = details.test
    }
}

struct SdkEventsRequest: Encodable {
    let events: [AppEvent]
    let sentAt: String
}

struct RecordedEvents: Decodable {
    let errors: [EventError]
}

struct EventError: Decodable {
    let index: Int
    let message: String
}

/// Currencies whose amounts have other than two decimals.
private let decimals: [(Int, String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
]

/// An amount in whole minor units: 1999 for 19.99 EUR, 20 for 20 JPY. nil for what is no amount of the currency, such as
/// 19.999 EUR. Make the Decimal of a text, since a Double has no exact 19.99.
public func minorUnits(_ amount: Decimal, _ currency: String) -> Int? {
    let places = decimals.first { $0.1.split(separator: " ").contains(Substring(currency)) }?.0 ?? 2
    let units = amount * pow(Decimal(10), places)
    let whole = NSDecimalNumber(decimal: units).intValue
    return Decimal(whole) == units ? whole : nil
}
