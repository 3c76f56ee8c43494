/**
 * The regions with a name.
 * @rule projects.regions  @spec §3
 */
export interface Region {
  code: string
  name: string
  /** [longitude, latitude] */
  at: readonly [number, number]
}

/** The regions that have a name, with the position of each on a map. */
export const REGIONS: readonly Region[] = [
  { code: 'us-west-1', name: 'West US (North California)', at: [-121.96, 37.35] },
  { code: 'us-east-1', name: 'East US (North Virginia)', at: [-78.45, 38.13] },
  { code: 'us-east-2', name: 'East US (Ohio)', at: [-83, 39.96] },
  { code: 'ca-central-1', name: 'Canada (Central)', at: [-73.6, 45.5] },
  { code: 'eu-west-1', name: 'West EU (Ireland)', at: [-8, 53] },
  { code: 'eu-west-2', name: 'West Europe (London)', at: [-0.1, 51] },
  { code: 'eu-west-3', name: 'West EU (Paris)', at: [2.35, 48.86] },
  { code: 'eu-central-1', name: 'Central EU (Frankfurt)', at: [8, 50] },
  { code: 'eu-central-2', name: 'Central Europe (Zurich)', at: [8.54, 47.45] },
  { code: 'eu-north-1', name: 'North EU (Stockholm)', at: [17.91, 59.65] },
  { code: 'ap-south-1', name: 'South Asia (Mumbai)', at: [72.88, 19.08] },
  { code: 'ap-southeast-1', name: 'Southeast Asia (Singapore)', at: [103.8, 1.37] },
  { code: 'ap-northeast-1', name: 'Northeast Asia (Tokyo)', at: [139.42, 35.41] },
  { code: 'ap-northeast-2', name: 'Northeast Asia (Seoul)', at: [126.98, 37.56] },
  { code: 'ap-southeast-2', name: 'Oceania (Sydney)', at: [151.2, -33.86] },
  { code: 'sa-east-1', name: 'South America (São Paulo)', at: [-46.38, -23.34] },
]

/** The name of a region; an unknown code is returned unchanged. */
export function regionName(code: string): string {
  return REGIONS.find((region) => region.code === code)?.name ?? code
}
