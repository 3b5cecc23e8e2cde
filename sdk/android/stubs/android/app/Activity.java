package android.app;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;

public class Activity extends Context {
    private Intent intent;
    private boolean turning;

    public Intent getIntent() {
        return intent;
    }

    public void setIntent(Intent intent) {
        this.intent = intent;
    }

    public final Application getApplication() {
        return null;
    }

    public void setContentView(View view) {}

    protected void onCreate(Bundle savedInstanceState) {}

    protected void onNewIntent(Intent intent) {}

    protected void onDestroy() {}

    public boolean isChangingConfigurations() {
        return turning;
    }

    /** Of the stub alone. */
    public void turn(boolean turning) {
        this.turning = turning;
    }
}
