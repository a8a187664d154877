/** Asset files that the build emits. */
declare module '*.svg';
declare module '*.css';
