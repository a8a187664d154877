/** Applies the stored theme before the first paint. A classic script: it is inlined without a module. */

export const themeKey = 'slipway-theme';

export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
