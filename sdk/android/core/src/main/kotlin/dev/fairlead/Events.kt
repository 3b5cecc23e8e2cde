package dev.fairlead

import java.math.BigDecimal

/** What an app says of an event; its id, its time and the installation are the SDK's to say. */
public class EventDetails(
    public val revenue: Revenue? = null,
    /** How many; 1 if left out. */
    public val quantity: Int? = null,
    /** A refund has the one of its purchase. */
    public val transactionId: String? = null,
    /** Your own id of the person, as `identify` was told. */
    public val customerId: String? = null,
    /** A click of a link of the project. */
    public val clickId: String? = null,
    /** What was bought, say. */
    public val items: List<Map<String, Any?>>? = null,
    /** Whatever else you want to keep: strings, numbers, booleans, maps, lists and null. */
    public val properties: Map<String, Any?>? = null,
    /** Stored, and left out of every number. */
    public val test: Boolean? = null,
) {
    internal fun toBody(): Map<String, Any?> = fieldsOf(
        "revenue" to revenue?.let { mapOf("amount" to it.amount, "currency" to it.currency) },
        "quantity" to quantity,
        "transactionId" to transactionId,
        "customerId" to customerId,
        "clickId" to clickId,
        "items" to items,
        "properties" to properties,
        "test" to test,
    )
}

public class Revenue(
    /** Whole minor units, as `minorUnits` makes them: 1999 is 19.99 EUR, 1999 JPY or 1.999 KWD. Negative for a refund. */
    public val amount: Long,
    /** ISO 4217 code, in capitals. */
    public val currency: String,
)

/** Currencies whose amounts have other than two decimals. */
private val DECIMALS = mapOf(
    0 to "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3 to "BHD IQD JOD KWD LYD OMR TND",
    4 to "CLF UYW",
)

/**
 * An amount in whole minor units: 1999 for `"19.99"` EUR, 20 for 20 JPY.
 *
 * @throws ArithmeticException for what is no amount of the currency, such as 19.999 EUR.
 */
public fun minorUnits(amount: BigDecimal, currency: String): Long {
    val decimals = DECIMALS.entries.firstOrNull { currency in it.value.split(' ') }?.key ?: 2
    return amount.movePointRight(decimals).longValueExact()
}
