package com.android.installreferrer.api;

import android.content.Context;

public class InstallReferrerClient {
    private final String answer;

    private InstallReferrerClient(String answer) {
        this.answer = answer;
    }

    public static Builder newBuilder(Context context) {
        return new Builder(context);
    }

    public void startConnection(InstallReferrerStateListener listener) {
        boolean there = answer != null;
        listener.onInstallReferrerSetupFinished(
            there ? InstallReferrerResponse.OK : InstallReferrerResponse.FEATURE_NOT_SUPPORTED);
    }

    public void endConnection() {}

    public ReferrerDetails getInstallReferrer() {
        return new ReferrerDetails(answer);
    }

    public static class Builder {
        private final Context context;

        private Builder(Context context) {
            this.context = context;
        }

        public InstallReferrerClient build() {
            return new InstallReferrerClient(context.installReferrer);
        }
    }

    public interface InstallReferrerResponse {
        int OK = 0;
        int SERVICE_UNAVAILABLE = 1;
        int FEATURE_NOT_SUPPORTED = 2;
    }
}
