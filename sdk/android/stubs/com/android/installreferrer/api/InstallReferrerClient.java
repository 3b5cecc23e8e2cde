package com.android.installreferrer.api;

import android.content.Context;

public class InstallReferrerClient {
    private final Context context;

    private InstallReferrerClient(Context context) {
        this.context = context;
    }

    public static Builder newBuilder(Context context) {
        return new Builder(context);
    }

    public void startConnection(InstallReferrerStateListener listener) {
        boolean there = context.installReferrer != null;
        listener.onInstallReferrerSetupFinished(
            there ? InstallReferrerResponse.OK : InstallReferrerResponse.FEATURE_NOT_SUPPORTED);
    }

    public void endConnection() {}

    public ReferrerDetails getInstallReferrer() {
        return new ReferrerDetails(context.installReferrer, context.referrerTimes);
    }

    public static class Builder {
        private final Context context;

        private Builder(Context context) {
            this.context = context;
        }

        public InstallReferrerClient build() {
            return new InstallReferrerClient(context);
        }
    }

    public interface InstallReferrerResponse {
        int OK = 0;
        int SERVICE_UNAVAILABLE = 1;
        int FEATURE_NOT_SUPPORTED = 2;
    }
}
