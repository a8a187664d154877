/** Whether shortcuts use the Command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
