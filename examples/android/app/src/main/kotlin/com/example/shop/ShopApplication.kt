package com.example.shop

import android.app.Application
import dev.fairlead.App
import dev.fairlead.AppOptions
import dev.fairlead.android.androidPlatform
import kotlinx.coroutines.MainScope
import kotlinx.coroutines.launch

class ShopApplication : Application() {
    lateinit var links: App
        private set

    override fun onCreate() {
        super.onCreate()
        links = App(
            AppOptions(
                publishableKey = "fl_live_of_your_app",
                baseUrl = "https://links.example.com",
                platform = androidPlatform(this),
            ),
        )
        MainScope().launch { links.start() }
    }
}
