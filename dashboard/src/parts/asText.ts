/** Marks a single word without a capital as one that people read, so that it is translated. What is a sentence needs no mark. */
export const asText = (word: string): string => word;
