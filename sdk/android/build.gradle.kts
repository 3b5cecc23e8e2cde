plugins {
    kotlin("jvm") version "2.1.20" apply false
    kotlin("android") version "2.1.20" apply false
    id("com.android.library") version "8.9.1" apply false
}

allprojects {
    group = "dev.fairlead"
    version = "0.1.0"
}
