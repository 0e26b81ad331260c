/** The file count bounds the files of one upload, those of its archives counted. */
export const mostFiles = 500;
/** The file length bounds the octets of one file. */
export const largestFile = 1024 * 1024;
/** The upload length bounds the octets of all files, unpacked. */
export const largestUpload = 8 * 1024 * 1024;
/** The ratio bounds how many times as long as it was sent an archive may become. Configurations with a zone in every line become some thirty times. */
export const largestRatio = 200;
/** Below this length nobody asks for the ratio: an archive of few lines is mostly zeros. */
export const ratioFrom = 256 * 1024;
/** The name length bounds the characters of a name with its folders. */
export const longestName = 255;
