/** Files that the build emits beside the code. */
declare module '*.svg';
