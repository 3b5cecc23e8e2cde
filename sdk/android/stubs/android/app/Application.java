package android.app;

import android.content.Context;
import android.os.Bundle;

public class Application extends Context {
    /** Of the stub alone. */
    public ActivityLifecycleCallbacks callbacks;

    public void onCreate() {}

    public void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    public interface ActivityLifecycleCallbacks {
        void onActivityCreated(Activity activity, Bundle savedInstanceState);

        void onActivityStarted(Activity activity);

        void onActivityResumed(Activity activity);

        void onActivityPaused(Activity activity);

        void onActivityStopped(Activity activity);

        void onActivitySaveInstanceState(Activity activity, Bundle outState);

        void onActivityDestroyed(Activity activity);
    }
}
