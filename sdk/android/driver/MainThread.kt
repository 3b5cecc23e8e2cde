@file:OptIn(InternalCoroutinesApi::class)

package dev.fairlead

import java.util.concurrent.Executors
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.MainCoroutineDispatcher
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.internal.MainDispatcherFactory

/** `Dispatchers.Main` of a Java runtime, which has none of its own. */
object MainThread : MainCoroutineDispatcher() {
    private val thread = Executors.newSingleThreadExecutor { Thread(it, "main").apply { isDaemon = true } }

    override val immediate: MainCoroutineDispatcher get() = this

    override fun dispatch(context: CoroutineContext, block: Runnable): Unit = thread.execute(block)
}

class MainThreadFactory : MainDispatcherFactory {
    override val loadPriority: Int get() = Int.MAX_VALUE

    override fun createDispatcher(allFactories: List<MainDispatcherFactory>): MainCoroutineDispatcher = MainThread
}
