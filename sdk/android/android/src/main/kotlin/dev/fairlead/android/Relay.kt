package dev.fairlead.android

import dev.fairlead.Source

/** Tells its listener what happens; what came before anybody listened comes first. */
internal class Relay<T> : Source<T> {
    private val early = mutableListOf<T>()
    private var listener: ((T) -> Unit)? = null

    @Synchronized
    override fun subscribe(listener: (T) -> Unit): AutoCloseable {
        this.listener = listener
        early.forEach(listener)
        early.clear()
        return AutoCloseable { leave(listener) }
    }

    @Synchronized
    fun tell(value: T) {
        listener?.invoke(value) ?: early.add(value)
    }

    @Synchronized
    private fun leave(leaving: (T) -> Unit) {
        if (listener === leaving) listener = null
    }
}
