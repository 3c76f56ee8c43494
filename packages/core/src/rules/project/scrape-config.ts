/**
 * What a project's owner writes into the configuration of Prometheus to read the metrics of the project. The key is in a file of
 * its own: it is never shown here.
 * @rule reports.scrape-config  @spec §2
 */

/** Below the address of a project. */
export const METRICS_PATH = '/customer/v1/privileged/metrics'

/** The lines for `prometheus.yml`, as YAML. @param address of the project, such as `https://api.example.com/shop` */
export function scrapeConfig({ ref, address }: { ref: string; address: string }): string {
  const url = new URL(`${address}${METRICS_PATH}`)
  return `scrape_configs:
  - job_name: basedeck-${ref}
    scrape_interval: 60s
    scheme: ${url.protocol.slice(0, -1)}
    metrics_path: ${url.pathname}
    basic_auth:
      username: service_role
      password_file: /etc/prometheus/basedeck-${ref}.key
    static_configs:
      - targets: ['${url.host}']
`
}
