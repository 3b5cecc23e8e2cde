package com.example.shop

import android.app.Activity
import android.content.Intent
import android.os.Bundle
import android.widget.TextView

class MainActivity : Activity() {
    private lateinit var subscription: AutoCloseable

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val screen = TextView(this).apply { text = "Welcome" }
        setContentView(screen)
        val links = (application as ShopApplication).links
        // On the main thread, also for a link that came before this screen was there.
        subscription = links.onLink { opened -> screen.text = opened.parameters["screen"] as? String ?: "Welcome" }
    }

    /** The SDK reads the activity's intent; Android changes it only when it is told to. */
    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        setIntent(intent)
    }

    override fun onDestroy() {
        subscription.close()
        super.onDestroy()
    }
}
