package dev.fairlead.android

import android.content.ClipDescription
import android.content.ClipboardManager
import android.content.Context
import android.os.Build
import android.view.textclassifier.TextClassifier
import dev.fairlead.App

/**
 * Gives the text of the clipboard to `App.pasted`. For the tap on a button of yours and never for a start: Android 12 and later
 * tell the person that the app has read the clipboard.
 */
public suspend fun App.pasteLink(context: Context) {
    val clip = clipboardOf(context)?.primaryClip ?: return
    val text = if (clip.itemCount > 0) clip.getItemAt(0).text else null
    if (text != null) pasted(text.toString())
}

/**
 * Whether the clipboard may hold a copied link, for showing that button. Android answers without the content and without a notice,
 * and only the app in front: ask when the window has the focus.
 */
public fun mayHaveCopiedLink(context: Context): Boolean {
    val description = clipboardOf(context)?.primaryClipDescription ?: return false
    if (!description.hasMimeType("text/*")) return false
    val classified = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S &&
        description.classificationStatus == ClipDescription.CLASSIFICATION_COMPLETE
    return !classified || description.getConfidenceScore(TextClassifier.TYPE_URL) > 0
}

private fun clipboardOf(context: Context): ClipboardManager? = context.getSystemService(ClipboardManager::class.java)
