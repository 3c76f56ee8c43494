// Our colours are written as oklch(); Monaco takes hexadecimal sRGB only.

const OKLCH = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)(%?)\s+([\d.]+)(?:deg)?\s*(?:\/\s*([\d.]+)(%?)\s*)?\)$/

/** `#rrggbb`, or `#rrggbbaa` for a colour one can see through; undefined for any other notation. */
export function hexOfOklch(color: string): string | undefined {
  const parts = OKLCH.exec(color.trim())
  if (!parts) return undefined
  const [, l = '', lPercent, c = '', cPercent, h = '', alpha = '1', alphaPercent] = parts
  const lightness = Number(l) / (lPercent ? 100 : 1)
  const chroma = Number(c) * (cPercent ? 0.004 : 1)
  const opacity = Number(alpha) / (alphaPercent ? 100 : 1)
  const hue = (Number(h) * Math.PI) / 180
  const channels = linearRgb(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)).map(gammaEncoded)
  return `#${[...channels, ...(opacity < 1 ? [opacity] : [])].map(hexByte).join('')}`
}

/** The colour with the given opacity, 0 to 1. */
export function withOpacity(hex: string, opacity: number): string {
  return hex.slice(0, 7) + hexByte(opacity)
}

// The matrices are those of CSS Color 4, "Sample code for color conversions".
function linearRgb(lightness: number, a: number, b: number): number[] {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function gammaEncoded(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
}

function hexByte(value: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, value)) * 255)
  return byte.toString(16).padStart(2, '0')
}
