/** A new, empty folder, in memory where `size` bytes are free. The caller removes it. */
export declare const newFolder: (name: string, size?: number) => string;
