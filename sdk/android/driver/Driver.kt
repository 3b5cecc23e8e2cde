/** Plays phones for the tests: each line of standard input is a command, each line of standard output what came of it. */
package dev.fairlead

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
                mapOf("error" to error.message, "status" to error.status, "code" to error.code, "requestId" to error.requestId)
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
        "resolve" -> return describe(app.resolve(command.text("url")))
        "setConsent" -> app.setConsent(command.flag("given"))
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
}

@Synchronized
internal fun say(event: Map<String, Any?>) {
    println(Json.write(event))
    System.out.flush()
}

internal fun describe(opened: OpenedLink): Map<String, Any?> = opened.run {
    mapOf(
        "url" to url,
        "deferred" to deferred,
        "parameters" to parameters,
        "link" to mapOf(
            "id" to link.id,
            "slug" to link.slug,
            "type" to link.type,
            "fallbackUrl" to link.fallbackUrl,
            "iosUrl" to link.iosUrl,
            "androidUrl" to link.androidUrl,
            "iosFallbackUrl" to link.iosFallbackUrl,
            "androidFallbackUrl" to link.androidFallbackUrl,
            "parameters" to link.parameters,
            "allowQueryPassthrough" to link.allowQueryPassthrough,
        ).filterValues { it != null },
    )
}
