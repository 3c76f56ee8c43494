/** Applications for phones in Dart, Swift and Kotlin: the object API, by the key that anyone may have. */
import { terminal, type ConnectFile, type FileValues } from './file.js'

const NATIVE_FRAMEWORKS: Readonly<Record<string, (values: FileValues) => ConnectFile[]>> = {
  flutter: ({ address, key }) => [
    terminal(
      'flutter pub add http',
      'flutter run \\',
      `  --dart-define=PROJECT_URL=${address} \\`,
      `  --dart-define=PROJECT_KEY=${key}`,
    ),
    {
      name: 'lib/files.dart',
      language: 'dart',
      code: `import 'dart:convert';

import 'package:http/http.dart' as http;

const projectUrl = String.fromEnvironment('PROJECT_URL');
const projectKey = String.fromEnvironment('PROJECT_KEY');

Future<List<String>> listFiles(String bucket, {String folder = ''}) async {
  final answer = await http.post(
    Uri.parse('$projectUrl/storage/v1/object/list/$bucket'),
    headers: {'apikey': projectKey, 'Content-Type': 'application/json'},
    body: jsonEncode({'prefix': folder, 'limit': 100, 'offset': 0}),
  );
  if (answer.statusCode != 200) throw Exception(answer.body);
  final files = jsonDecode(answer.body) as List<dynamic>;
  return [for (final file in files) (file as Map<String, dynamic>)['name'] as String];
}
`,
    },
    {
      name: 'lib/main.dart',
      language: 'dart',
      code: `import 'package:flutter/material.dart';

import 'files.dart';

void main() => runApp(const FilesApp());

class FilesApp extends StatelessWidget {
  const FilesApp({super.key});

  @override
  Widget build(BuildContext context) {
    return MaterialApp(
      home: Scaffold(
        body: FutureBuilder<List<String>>(
          future: listFiles('my-bucket'),
          builder: (context, snapshot) {
            if (snapshot.hasError) return Center(child: Text('\${snapshot.error}'));
            final names = snapshot.data ?? const <String>[];
            return ListView(children: [for (final name in names) ListTile(title: Text(name))]);
          },
        ),
      ),
    );
  }
}
`,
    },
  ],
  swift: ({ address, key }) => [
    {
      name: 'Files.swift',
      language: 'swift',
      code: `import Foundation

struct StoredFile: Decodable, Identifiable {
    let name: String
    var id: String { name }
}

struct Files {
    let address = URL(string: "${address}")!
    let key = "${key}"

    func list(bucket: String, folder: String = "") async throws -> [StoredFile] {
        var request = URLRequest(url: address.appendingPathComponent("storage/v1/object/list/\\(bucket)"))
        request.httpMethod = "POST"
        request.setValue(key, forHTTPHeaderField: "apikey")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: ["prefix": folder, "limit": 100, "offset": 0] as [String: Any]
        )
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode([StoredFile].self, from: data)
    }
}
`,
    },
    {
      name: 'ContentView.swift',
      language: 'swift',
      code: `import SwiftUI

struct ContentView: View {
    @State private var files: [StoredFile] = []

    var body: some View {
        List(files) { file in
            Text(file.name)
        }
        .task {
            files = (try? await Files().list(bucket: "my-bucket")) ?? []
        }
    }
}
`,
    },
  ],
  androidkotlin: ({ address, key }) => [
    {
      name: 'app/src/main/AndroidManifest.xml',
      language: 'xml',
      code: `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <!-- Beside what is there: without it the app may not connect. -->
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>
`,
    },
    {
      name: 'app/src/main/java/com/example/files/Files.kt',
      language: 'kotlin',
      code: `package com.example.files

import java.net.HttpURLConnection
import java.net.URL
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.json.JSONArray
import org.json.JSONObject

private const val PROJECT_URL = "${address}"
private const val PROJECT_KEY = "${key}"

suspend fun listFiles(bucket: String, folder: String = ""): List<String> =
    withContext(Dispatchers.IO) {
        val connection =
            URL("$PROJECT_URL/storage/v1/object/list/$bucket").openConnection() as HttpURLConnection
        try {
            connection.requestMethod = "POST"
            connection.doOutput = true
            connection.setRequestProperty("apikey", PROJECT_KEY)
            connection.setRequestProperty("Content-Type", "application/json")
            val question = JSONObject().put("prefix", folder).put("limit", 100).put("offset", 0)
            connection.outputStream.use { it.write(question.toString().toByteArray()) }
            check(connection.responseCode == 200) { "The answer was \${connection.responseCode}" }
            val files = JSONArray(connection.inputStream.bufferedReader().use { it.readText() })
            List(files.length()) { files.getJSONObject(it).getString("name") }
        } finally {
            connection.disconnect()
        }
    }
`,
    },
    {
      name: 'app/src/main/java/com/example/files/MainActivity.kt',
      language: 'kotlin',
      code: `package com.example.files

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Text
import androidx.compose.runtime.produceState

class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent {
            val files = produceState(initialValue = emptyList<String>()) {
                value = runCatching { listFiles("my-bucket") }.getOrDefault(emptyList())
            }
            Column { files.value.forEach { Text(it) } }
        }
    }
}
`,
    },
  ],
}

/** Undefined: no such framework. */
export function nativeFiles(framework: string, values: FileValues): ConnectFile[] | undefined {
  return NATIVE_FRAMEWORKS[framework]?.(values)
}
