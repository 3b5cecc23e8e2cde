package com.example.shop

import android.content.Context
import android.widget.Button
import dev.fairlead.App
import dev.fairlead.android.pasteLink
import kotlinx.coroutines.MainScope
import kotlinx.coroutines.launch

/** For people whose browser copied a link on our page. The tap reads the clipboard, and nothing does before it. */
fun pasteButton(context: Context, links: App): Button = Button(context).apply {
    text = "Paste the link I copied"
    setOnClickListener { MainScope().launch { links.pasteLink(context) } }
}
