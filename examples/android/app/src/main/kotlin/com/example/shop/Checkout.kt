package com.example.shop

import dev.fairlead.App
import dev.fairlead.EventDetails
import dev.fairlead.Revenue
import dev.fairlead.minorUnits
import java.math.BigDecimal

suspend fun addToCart(sku: String, links: App) {
    links.track("ADD_TO_CART", EventDetails(properties = mapOf("sku" to sku)))
}

/** Once the payment has gone through. */
suspend fun thank(order: String, total: BigDecimal, links: App) {
    links.trackPurchase(Revenue(minorUnits(total, "EUR"), "EUR"), transactionId = order)
}
