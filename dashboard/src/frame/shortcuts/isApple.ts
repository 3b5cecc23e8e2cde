/** Whether the keyboard has Cmd where others have Ctrl. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
