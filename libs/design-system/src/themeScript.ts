/** Runs before the first paint, so that a chosen theme is never seen to change. Has no module around it. */

export const themeKey = 'slipway-theme';

export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
