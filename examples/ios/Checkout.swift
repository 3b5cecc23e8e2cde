import Fairlead
import Foundation

func addToCart(_ sku: String) async {
    var details = EventDetails()
    details.properties = ["sku": .string(sku)]
    await links.track("ADD_TO_CART", details)
}

/// Once the payment has gone through.
func thank(order: String, total: Decimal) async {
    guard let amount = minorUnits(total, "EUR") else { return }
    await links.trackPurchase(Revenue(amount: amount, currency: "EUR"), transactionId: order)
}
