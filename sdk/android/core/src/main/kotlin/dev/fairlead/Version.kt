package dev.fairlead

internal const val VERSION: String = "0.1.0"
