// What an export writes above the workers (kanamj/web/export.py).

declare const SIZES: Record<string, number>;
declare const VERSION: string;
declare const FILES: Record<string, string>;
