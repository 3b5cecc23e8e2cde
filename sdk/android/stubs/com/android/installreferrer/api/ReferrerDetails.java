package com.android.installreferrer.api;

import java.util.Map;

public class ReferrerDetails {
    private final String referrer;
    private final Map<String, Long> times;

    ReferrerDetails(String referrer, Map<String, Long> times) {
        this.referrer = referrer;
        this.times = times;
    }

    public String getInstallReferrer() {
        return referrer;
    }

    public long getReferrerClickTimestampSeconds() {
        return times.getOrDefault("referrerClickTimestampSeconds", 0L);
    }

    public long getInstallBeginTimestampSeconds() {
        return times.getOrDefault("installBeginTimestampSeconds", 0L);
    }

    public long getReferrerClickTimestampServerSeconds() {
        return times.getOrDefault("referrerClickTimestampServerSeconds", 0L);
    }

    public long getInstallBeginTimestampServerSeconds() {
        return times.getOrDefault("installBeginTimestampServerSeconds", 0L);
    }

    public String getInstallVersion() {
        return "2.3.0";
    }

    public boolean getGooglePlayInstantParam() {
        return false;
    }
}
