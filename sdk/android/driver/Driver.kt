/** Plays phones for the tests: each line of standard input is a command, each line of standard output what came of it. */
package dev.fairlead

import com.example.shop.invitationOf
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch

private val phones = ConcurrentHashMap<Long, Phone>()

fun main() {
    // Whatever a phone does by itself is done on its main thread, as the commands are.
    val main = CoroutineScope(SupervisorJob() + Dispatchers.Main)
    for (line in generateSequence(::readlnOrNull)) {
        val command = Command(Json.read(line) as Map<*, *>)
        main.launch {
            val reply = try {
                mapOf("value" to carryOut(command))
            } catch (error: FairleadError) {
                describe(error)
            } catch (fault: Throwable) {
                mapOf("error" to fault.stackTraceToString())
            }
            phones[command.phone]?.tellReceipt()
            say(reply + mapOf("reply" to command.id))
        }
    }
}

private suspend fun carryOut(command: Command): Any? {
    if (command.name == "launch") {
        phones[command.phone] = Phone(command)
        return null
    }
    val phone = phones.getValue(command.phone)
    val app = phone.app
    when (command.name) {
        "start" -> app.start()
        "listen" -> repeat(command.number("count").toInt()) { phone.listen(command.number("first") + it) }
        "leave" -> phone.leave(command.number("listener"))
        "lastLink" -> return app.lastLink()?.let(::describe)
        "firstLink" -> return app.firstLink()?.let(::describe)
        "createLink" -> return describe(app.createLink(requestOf(command.map("link")), command.flag("later")))
        "invite" -> return invitationOf(command.text("user"), app)
        "resolve" -> return describe(app.resolve(command.text("url")))
        "pasted" -> app.pasted(command.text("text"))
        "useTestCode" -> app.useTestCode(command.text("code"))
        "copy" -> phone.copy(command.text("text"), command.optionalDecimal("likeUrl"))
        "tapPaste" -> phone.tapPaste()
        "clipboard" -> return phone.clipboard()
        "setConsent" -> app.setConsent(command.flag("given"))
        "identify" -> app.identify(command.text("customerId"), command.optional("proof"))
        "track" -> {
            phone.now = command.optionalNumber("now")
            track(app, command.optional("event"), command.map("details"))
        }
        "signOut" -> app.signOut()
        "erase" -> app.erase()
        "stop" -> app.stop()
        "receipt" -> Unit
        "screen" -> phone.screen(command.text("event"), command.optional("url"))
        else -> error("No such command: ${command.name}")
    }
    return null
}

internal class Command(private val fields: Map<*, *>) {
    val id: Long get() = number("id")
    val phone: Long get() = number("phone")
    val name: String get() = text("name")

    fun number(field: String): Long = (fields[field] as Number).toLong()
    fun text(field: String): String = fields[field] as String
    fun optional(field: String): String? = fields[field] as? String
    fun flag(field: String): Boolean = fields[field] == true
    fun map(field: String): Map<*, *> = fields[field] as? Map<*, *> ?: emptyMap<String, Any?>()
    fun optionalNumber(field: String): Long? = (fields[field] as? Number)?.toLong()
    fun optionalDecimal(field: String): Float? = (fields[field] as? Number)?.toFloat()
}

@Synchronized
internal fun say(event: Map<String, Any?>) {
    println(Json.write(event))
    System.out.flush()
}

@Suppress("UNCHECKED_CAST")
private fun requestOf(link: Map<*, *>): CreateLinkRequest = CreateLinkRequest(
    type = link["type"] as String,
    externalId = link["externalId"] as? String ?: CreateLinkRequest().externalId,
    slug = link["slug"] as? String,
    fallbackUrl = link["fallbackUrl"] as? String,
    parameters = link["parameters"] as? Map<String, Any?>,
)

/** A purchase, unless the event has a name. */
@Suppress("UNCHECKED_CAST")
private suspend fun track(app: App, name: String?, details: Map<*, *>) {
    val quantity = (details["quantity"] as? Number)?.toInt()
    val transactionId = details["transactionId"] as? String
    val items = details["items"] as? List<Map<String, Any?>>
    val properties = details["properties"] as? Map<String, Any?>
    if (name == null) return app.trackPurchase(revenueOf(details), transactionId!!, quantity, items, properties)
    val given = EventDetails(
        revenue = (details["revenue"] as? Map<*, *>)?.let(::revenueOf),
        quantity = quantity,
        transactionId = transactionId,
        customerId = details["customerId"] as? String,
        items = items,
        properties = properties,
    )
    app.track(name, given)
}

private fun revenueOf(given: Map<*, *>): Revenue =
    Revenue((given["amount"] as Number).toLong(), given["currency"] as String)

private fun describe(error: FairleadError): Map<String, Any?> = error.run {
    mapOf(
        "error" to message,
        "status" to status,
        "code" to code,
        "requestId" to requestId,
        "errors" to errors.map { fieldsOf("field" to it.field, "code" to it.code, "message" to it.message, "pointer" to it.pointer) },
    )
}

internal fun describe(opened: OpenedLink): Map<String, Any?> =
    opened.run { mapOf("url" to url, "deferred" to deferred, "parameters" to parameters, "link" to describe(link)) }

private fun describe(link: ResolvedLink): Map<String, Any?> = link.run {
    fieldsOf(
        "id" to id,
        "slug" to slug,
        "type" to type,
        "fallbackUrl" to fallbackUrl,
        "iosUrl" to iosUrl,
        "androidUrl" to androidUrl,
        "iosFallbackUrl" to iosFallbackUrl,
        "androidFallbackUrl" to androidFallbackUrl,
        "parameters" to parameters,
        "allowQueryPassthrough" to allowQueryPassthrough,
        "shortUrl" to (this as? Link)?.shortUrl,
        "externalId" to (this as? Link)?.externalId,
    )
}
