package dev.fairlead.android

import android.app.Activity
import android.app.Application
import android.content.Intent
import android.os.Bundle
import dev.fairlead.Source

/** Marks an intent whose link was taken; it stays with the activity when the screen turns. */
private const val TAKEN = "dev.fairlead.taken"

/** Takes the link of each VIEW intent once, whether its activity is created, resumed or made anew. On the main thread. */
internal class ActivityWatcher : Application.ActivityLifecycleCallbacks {
    private val urlRelay = Relay<String>()
    private val activeRelay = Relay<Boolean>()
    @Volatile private var started = 0

    val urls: Source<String> = urlRelay

    /** Begins with false where no activity is started: a process that a message has woken is nobody's visit. */
    val active: Source<Boolean> = Source { listener ->
        if (started == 0) listener(false)
        activeRelay.subscribe(listener)
    }

    override fun onActivityCreated(activity: Activity, savedInstanceState: Bundle?) {
        // Restored screens, and those from the list of recent apps, come with an intent of long ago.
        if (savedInstanceState == null) take(activity.intent) else activity.intent?.putExtra(TAKEN, true)
    }

    /** After `onNewIntent` as well, where the activity has called `setIntent`. */
    override fun onActivityResumed(activity: Activity): Unit = take(activity.intent)

    override fun onActivityStarted(activity: Activity) {
        started += 1
        if (started == 1) activeRelay.tell(true)
    }

    override fun onActivityStopped(activity: Activity) {
        started -= 1
        // A screen that turns is stopped and started, and its app has not left.
        if (started == 0 && !activity.isChangingConfigurations) activeRelay.tell(false)
    }

    override fun onActivityPaused(activity: Activity): Unit = Unit

    override fun onActivitySaveInstanceState(activity: Activity, outState: Bundle): Unit = Unit

    override fun onActivityDestroyed(activity: Activity): Unit = Unit

    private fun take(intent: Intent?) {
        if (intent == null || intent.action != Intent.ACTION_VIEW || intent.getBooleanExtra(TAKEN, false)) return
        intent.putExtra(TAKEN, true)
        val fromHistory = intent.flags and Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY != 0
        val url = intent.dataString
        if (!fromHistory && url != null) urlRelay.tell(url)
    }
}
