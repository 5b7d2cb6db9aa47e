/** The ends of domain names that people dictate. */
const COMMON = new Set(
  `com org net edu gov mil int io ai co dev app info biz me tv uk de fr es it nl pl se ch at be br in jp kr cn ru ca au us eu pt
  dk no fi cz ie nz mx ar za hu ro gr tr il ua lt lv ee is lu sk si hr bg tech online xyz site cloud email blog shop agency
  example test invalid`.split(/\s+/),
);
/** What comes after the dot of a file's name and is no domain. */
const EXTENSIONS = new Set(
  `png jpg jpeg gif svg webp avif bmp ico js mjs cjs ts tsx jsx css scss less html htm json yaml yml toml xml csv tsv txt md pdf
  doc docx xls xlsx ppt pptx zip gz tar tgz rar jar war exe dll so dylib py rb go rs java class kt swift c h cpp hpp php
  vue svelte lock log bak tmp ini cfg conf env wasm mp3 mp4 wav ogg webm mov avi ttf woff woff2 eot map snap patch diff`.split(
    /\s+/,
  ),
);

export const isCommonDomain = (word: string): boolean => COMMON.has(word.toLowerCase());
/** `rs`, `md`, `so` and `py` are countries too; a file's name is the more likely meaning. */
export const isFileExtension = (word: string): boolean => EXTENSIONS.has(word);
