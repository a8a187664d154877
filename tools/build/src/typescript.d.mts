import type typescript from 'typescript';

export declare const ts: typeof typescript;
