package android.app;

public final class UiAutomationConnection implements IUiAutomationConnection {
    public void disconnect() {
        UiAutomation.registered = false;
    }
}
