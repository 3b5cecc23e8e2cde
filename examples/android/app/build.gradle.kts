plugins {
    id("com.android.application") version "8.9.1"
    kotlin("android") version "2.1.20"
}

android {
    namespace = "com.example.shop"
    compileSdk = 35
    defaultConfig {
        applicationId = "com.example.shop"
        minSdk = 23
        targetSdk = 35
    }
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    implementation("dev.fairlead:fairlead-android:0.1.0")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-android:1.10.2")
}
