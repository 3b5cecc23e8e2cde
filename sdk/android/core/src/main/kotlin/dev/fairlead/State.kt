package dev.fairlead

import java.util.UUID
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

internal data class PendingLink(
    val url: String,
    /** Unix milliseconds by the phone's clock. */
    val at: Long,
    val deferred: Boolean,
    /** It came with the first open. */
    val first: Boolean,
)

/** What outlives the process; every SDK keeps it as the same JSON. */
internal class State(
    /** The app's own id of this installation. */
    val id: String = UUID.randomUUID().toString(),
    @Volatile var token: String? = null,
    /** The first open has been matched, or needs no match. */
    @Volatile var matched: Boolean = false,
    /** The match was asked for, and its answer may have been lost. */
    @Volatile var asked: Boolean = false,
    @Volatile var consent: Boolean? = null,
    /** A link of our page that was pasted; until the match is answered. */
    @Volatile var pasted: String? = null,
    /** Came, and was delivered to nobody yet. */
    @Volatile var pending: List<PendingLink> = emptyList(),
    /** Links to be created as soon as the server answers. */
    @Volatile var requested: List<Map<String, Any?>> = emptyList(),
    /** Whose installation it is, and whether the server knows. */
    @Volatile var customer: Customer? = null,
    /** As `lastLink` and `firstLink` answer them. */
    @Volatile var last: OpenedLink? = null,
    @Volatile var first: OpenedLink? = null,
) {
    fun write(): String =
        Json.write(
            fieldsOf(
                "id" to id,
                "token" to token,
                "matched" to matched,
                "asked" to asked,
                "consent" to consent,
                "pasted" to pasted,
                "pending" to pending.map {
                    mapOf("url" to it.url, "at" to it.at, "deferred" to it.deferred, "first" to it.first)
                },
                "requested" to requested,
                "customer" to customer?.let { mapOf("id" to it.id, "told" to it.told, "proof" to it.proof) },
                "last" to last?.let(::writeOpened),
                "first" to first?.let(::writeOpened),
            ),
        )

    companion object {
        fun read(text: String): State? {
            val read = Json.read(text) as? Map<*, *> ?: return null
            val pending = (read["pending"] as? List<*>).orEmpty().mapNotNull { each ->
                val link = each as? Map<*, *> ?: return@mapNotNull null
                val url = link["url"] as? String ?: return@mapNotNull null
                PendingLink(url, (link["at"] as? Number)?.toLong() ?: 0, link["deferred"] == true, link["first"] == true)
            }
            return State(
                id = read["id"] as? String ?: return null,
                token = read["token"] as? String,
                matched = read["matched"] == true,
                asked = read["asked"] == true,
                consent = read["consent"] as? Boolean,
                pasted = read["pasted"] as? String,
                pending = pending,
                requested = (read["requested"] as? List<*>).orEmpty().mapNotNull(::objectOf),
                customer = objectOf(read["customer"])?.let {
                    Customer(it["id"] as? String, it["told"] == true, it["proof"] as? String)
                },
                last = readOpened(read["last"]),
                first = readOpened(read["first"]),
            )
        }

        private fun writeOpened(opened: OpenedLink): Map<String, Any?> =
            opened.run { mapOf("url" to url, "link" to link.data, "deferred" to deferred) }

        private fun readOpened(text: Any?): OpenedLink? {
            val read = objectOf(text) ?: return null
            val url = read["url"] as? String ?: return null
            return OpenedLink(url, ResolvedLink(objectOf(read["link"]) ?: return null), read["deferred"] == true)
        }
    }
}

private const val KEY = "fairlead"

/** The state and its storage. A link is worth more than its record: a storage that fails is only reported. */
internal class Kept private constructor(
    @Volatile var state: State,
    /** Nothing was there: the first open of this installation. */
    val fresh: Boolean,
    private val storage: AppStorage,
    private val onFault: (Exception) -> Unit,
) {
    private val writing = Mutex()

    suspend fun save(): Unit = write { storage.setItem(KEY, state.write()) }

    suspend fun clear(): Unit = write { storage.removeItem(KEY) }

    // One write after the other, so that the newest is the last.
    private suspend fun write(act: suspend () -> Unit): Unit = writing.withLock { attempt(onFault, act) }

    companion object {
        suspend fun read(storage: AppStorage, onFault: (Exception) -> Unit): Kept {
            val found = attempt(onFault) { storage.getItem(KEY)?.let(State::read) }
            return Kept(found ?: State(), found == null, storage, onFault)
        }
    }
}

/** The result, or null where it threw, which is told. */
internal suspend fun <T> attempt(onFault: (Exception) -> Unit, act: suspend () -> T): T? =
    try {
        act()
    } catch (stopped: CancellationException) {
        throw stopped
    } catch (fault: Exception) {
        onFault(fault)
        null
    }
